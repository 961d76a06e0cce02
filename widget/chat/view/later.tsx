/** @jsxImportSource preact */
import { type ComponentProps, type FunctionComponent, h } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { AllWords } from '../words/later/all-words.ts'
import type { Language } from '../words/words.ts'
import { ChatProvider, useChat } from './chat-context.tsx'
import { adoptStyles } from './container.ts'
import { focusInside } from './focus.ts'
import type { parts } from './parts/parts.ts'
import type { Stage } from './stage.ts'

type Parts = typeof parts
type Props<Name extends keyof Parts> = { part: Name } & ComponentProps<Parts[Name]>

type Fetched = { parts: Parts; words: AllWords }

const fetched = new WeakMap<Stage, Fetched>()
const fetching = new WeakMap<Stage, Promise<void>>()

/** A part of the window that is loaded on first use. Shows nothing until then, and a button if loading fails. */
export function Later<Name extends keyof Parts>({ part, ...props }: Props<Name>) {
  const chat = useChat()
  const { stage, language, words } = chat
  const [hasFailed, setFailed] = useState(false)
  const load = () => {
    setFailed(false)
    fetchParts(stage, language).catch(() => setFailed(true))
  }
  // The button disappears, and would leave the focus to the page.
  const retry = ({ currentTarget }: Event) => {
    focusInside(currentTarget as Element)
    load()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what is shown; afterwards by the button
  useEffect(() => {
    if (!fetched.has(stage)) load()
  }, [])
  const loaded = fetched.get(stage)
  if (loaded)
    return (
      <ChatProvider value={{ ...chat, words: loaded.words }}>
        {h(loaded.parts[part] as FunctionComponent<object>, props)}
      </ChatProvider>
    )
  return hasFailed ? (
    <button type="button" class="quiet" onClick={retry}>
      {words.retry}
    </button>
  ) : null
}

/** Loads them once for each chat. @throws if they cannot be loaded */
async function fetchParts(stage: Stage, language: Language): Promise<void> {
  const { root, site, debug } = stage.mounting
  const known = fetching.get(stage)
  const loading =
    known ??
    fetchAll(language, site.widget.strings).then(({ styles, ...all }) => {
      fetched.set(stage, all)
      adoptStyles(root, styles)
    })
  fetching.set(stage, loading)
  try {
    await loading
    // Renders the parts that waited.
    stage.change({})
  } catch (error) {
    fetching.delete(stage)
    debug('a part of the chat cannot be fetched', error)
    throw error
  }
}

async function fetchAll(language: Language, own?: Record<string, string>): Promise<Fetched & { styles: string }> {
  const { parts, styles, loadAllWords } = await import('./parts/parts.ts')
  return { parts, styles, words: await loadAllWords(language, own) }
}
