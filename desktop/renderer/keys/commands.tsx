import {
  createContext,
  type ReactNode,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'

/** An action that is available now: by keys, in the palette, and in the list of keyboard shortcuts. */
export type Command = {
  /** Such as `conversation.take`. A person's own keys are stored under it. */
  id: string
  /** The label, as shown in the palette. */
  words: string
  /** Its group in the list of shortcuts. */
  group: string
  /** As typed: `t`, `g i`, `mod+k`, `mod+shift+enter`, `alt+1`. `mod` is Ctrl, on a Mac Cmd. Empty: palette only. */
  keys: string
  run(): void
  /** Also works while a field is focused. */
  inFields?: boolean
  /** Repeats while the keys are held. */
  repeats?: boolean
}

export type Commands = {
  /** Adds a command. The latest one with an id is used. @returns a function that removes it */
  add(command: Command): () => void
  all(): Command[]
  subscribe(listener: () => void): () => void
}

export function createCommands(): Commands {
  const added = new Map<string, Command[]>()
  const listeners = new Set<() => void>()
  let list: Command[] = []
  const changed = () => {
    list = [...added.values()].flatMap((same) => same.slice(-1))
    for (const listener of listeners) listener()
  }
  return {
    add(command) {
      added.set(command.id, [...(added.get(command.id) ?? []), command])
      changed()
      return () => {
        const rest = (added.get(command.id) ?? []).filter((one) => one !== command)
        if (rest.length > 0) added.set(command.id, rest)
        else added.delete(command.id)
        changed()
      }
    },
    all: () => list,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const Context = createContext<Commands>(createCommands())

export function CommandsProvider({ children }: { children: ReactNode }) {
  const [commands] = useState(createCommands)
  return <Context.Provider value={commands}>{children}</Context.Provider>
}

/** All available commands. */
export function useCommands(): Command[] {
  const commands = useContext(Context)
  return useSyncExternalStore(commands.subscribe, commands.all)
}

/** Makes a command available while the component is mounted and `enabled` is not false. */
export function useCommand(command: Command, enabled = true): void {
  const commands = useContext(Context)
  const run = useRef(command.run)
  run.current = command.run
  const { id, words, group, keys, inFields = false, repeats = false } = command
  // Before painting, so that a key is not lost that is pressed as soon as its button is visible.
  useLayoutEffect(() => {
    if (!enabled) return
    return commands.add({ id, words, group, keys, inFields, repeats, run: () => run.current() })
  }, [commands, enabled, id, words, group, keys, inFields, repeats])
}
