/** @jsxImportSource preact */
import { type FunctionComponent, h } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Words } from '../words/en.ts'
import { type Chat, ChatProvider, useChat } from './chat-context.tsx'
import { adoptStyles } from './container.ts'
import type { Stage } from './stage.ts'

/** Components of one file, with their texts and styles. `given`: further properties of each. */
type Loaded<Parts, Given> = { parts: Parts; words: Words; styles: string; given?: Given }

/**
 * The parts of the window that a file holds, which is loaded on first use, once for each chat. Shows nothing until
 * then, and a button if loading fails.
 */
export function loadedLater<Parts extends Record<string, (props: never) => unknown>, Given = object>(
  load: (chat: Chat) => Promise<Loaded<Parts, Given>>,
) {
  const fetched = new WeakMap<Stage, Loaded<Parts, Given>>()
  const fetching = new WeakMap<Stage, Promise<Loaded<Parts, Given>>>()
  type Props<Name extends keyof Parts> = { part: Name } & Omit<Parameters<Parts[Name]>[0], keyof Given>

  /** @throws if they cannot be loaded */
  const fetchParts = async (chat: Chat): Promise<void> => {
    const { stage } = chat
    const { root, debug } = stage.mounting
    const loading = fetching.get(stage) ?? load(chat)
    fetching.set(stage, loading)
    try {
      const loaded = await loading
      if (!fetched.has(stage)) adoptStyles(root, loaded.styles)
      fetched.set(stage, loaded)
      // Renders the parts that waited.
      stage.change({})
    } catch (error) {
      fetching.delete(stage)
      debug('a part of the chat cannot be fetched', error)
      throw error
    }
  }

  return function Part<Name extends keyof Parts>({ part, ...props }: Props<Name>) {
    const chat = useChat()
    const { stage, words } = chat
    const [hasFailed, setFailed] = useState(false)
    const start = () => {
      setFailed(false)
      fetchParts(chat).catch(() => setFailed(true))
    }
    // biome-ignore lint/correctness/useExhaustiveDependencies: once for what is shown; afterwards by the button
    useEffect(() => {
      if (!fetched.has(stage)) start()
    }, [])
    const loaded = fetched.get(stage)
    if (loaded)
      return (
        <ChatProvider value={{ ...chat, words: loaded.words }}>
          {h(loaded.parts[part] as FunctionComponent<object>, { ...props, ...loaded.given })}
        </ChatProvider>
      )
    return hasFailed ? (
      <button type="button" class="quiet" onClick={start}>
        {words.retry}
      </button>
    ) : null
  }
}
