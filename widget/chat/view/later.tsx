/** @jsxImportSource preact */
import { type ComponentProps, type FunctionComponent, h } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useChat } from './chat-context.tsx'
import { wear } from './dress.ts'
import { focusInside } from './focus.ts'
import type { parts } from './parts/parts.ts'
import type { Stage } from './stage.ts'

type Parts = typeof parts
type Props<Name extends keyof Parts> = { part: Name } & ComponentProps<Parts[Name]>

let fetched: Parts | undefined
let fetching: Promise<void> | undefined

/** A part of the window that is fetched when it is first shown. Until then there is nothing; where that fails, a button. */
export function Later<Name extends keyof Parts>({ part, ...props }: Props<Name>) {
  const { stage, words } = useChat()
  const [hasFailed, setFailed] = useState(false)
  const load = () => {
    setFailed(false)
    fetchParts(stage).catch(() => setFailed(true))
  }
  // The button goes, and would leave the focus to the page.
  const retry = ({ currentTarget }: Event) => {
    focusInside(currentTarget as Element)
    load()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what is shown; afterwards by the button
  useEffect(() => {
    if (!fetched) load()
  }, [])
  if (fetched) return h(fetched[part] as FunctionComponent<object>, props)
  return hasFailed ? (
    <button type="button" class="quiet" onClick={retry}>
      {words.retry}
    </button>
  ) : null
}

/** Fetches them once for the page, however many chats it has in turn. @throws when they cannot be fetched */
async function fetchParts(stage: Stage): Promise<void> {
  fetching ??= import('./parts/parts.ts').then(({ parts, styles }) => {
    fetched = parts
    wear(stage.mounting.root, styles)
  })
  try {
    await fetching
    // All that stands for a part draws it now.
    stage.change({})
  } catch (error) {
    fetching = undefined
    stage.mounting.debug('a part of the chat cannot be fetched', error)
    throw error
  }
}
