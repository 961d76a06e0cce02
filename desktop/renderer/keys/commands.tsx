import {
  createContext,
  type ReactNode,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'

/** Something that a person can do just now: by its keys, in the palette, and on the sheet of keys. */
export type Command = {
  /** Such as `conversation.take`: keys that a person changed are kept by it. */
  id: string
  /** What it does, as the palette shows it. */
  words: string
  /** Under which heading the sheet shows it. */
  group: string
  /** As typed: `t`, `g i`, `mod+k`, `mod+shift+enter`, `alt+1`. `mod` is Ctrl, on a Mac Cmd. Empty: palette only. */
  keys: string
  run(): void
  /** Also while a field has the focus. */
  inFields?: boolean
  /** Again and again while the keys are held. */
  repeats?: boolean
}

export type Commands = {
  /** Adds it for as long as it is possible; the answer takes it away. The latest with an id stands. */
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

/** Every command that is possible now. */
export function useCommands(): Command[] {
  const commands = useContext(Context)
  return useSyncExternalStore(commands.subscribe, commands.all)
}

/** Makes a command possible while the component is shown, and `enabled` is not false. */
export function useCommand(command: Command, enabled = true): void {
  const commands = useContext(Context)
  const run = useRef(command.run)
  run.current = command.run
  const { id, words, group, keys, inFields = false, repeats = false } = command
  // Before it is painted: a key that is pressed as soon as its button is seen must not be lost.
  useLayoutEffect(() => {
    if (!enabled) return
    return commands.add({ id, words, group, keys, inFields, repeats, run: () => run.current() })
  }, [commands, enabled, id, words, group, keys, inFields, repeats])
}
