import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { StoredMessage } from '../../../../shared/message.ts'
import { choicesOf } from './form-answers.ts'

/** What a message needs to know of the others of its conversation. */
type Shown = {
  find(id: string): StoredMessage | undefined
  /** The values that the visitor chose of what this message offered. */
  chosen(id: string): ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()
const Context = createContext<Shown>({ find: () => undefined, chosen: () => none })

export function ShownMessages({ messages, children }: { messages: StoredMessage[]; children: ReactNode }) {
  const shown = useMemo(() => {
    const byId = new Map(messages.map((message) => [message.id, message]))
    const choices = choicesOf(messages)
    return { find: (id: string) => byId.get(id), chosen: (id: string) => choices.get(id) ?? none }
  }, [messages])
  return <Context.Provider value={shown}>{children}</Context.Provider>
}

/** The other messages of the conversation. */
export const useShown = (): Shown => useContext(Context)
