import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { StoredMessage } from '../../../../shared/message.ts'
import { choicesOf } from './form-answers.ts'

/** What a message needs from the other messages of its conversation. */
type Shown = {
  find(id: string): StoredMessage | undefined
  /** Where the bytes of a file are. */
  fileUrl(id: string): string
  /** The visitor's choices from this message. */
  chosen(id: string): ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()
const Context = createContext<Shown>({ find: () => undefined, fileUrl: () => '', chosen: () => none })

type Props = {
  messages: StoredMessage[]
  conversation: string
  site: string
  children: ReactNode
}

export function ShownMessages({ messages, conversation, site, children }: Props) {
  const shown = useMemo(() => {
    const byId = new Map(messages.map((message) => [message.id, message]))
    const choices = choicesOf(messages)
    return {
      find: (id: string) => byId.get(id),
      fileUrl: (id: string) => `/api/v1/conversations/${conversation}/files/${id}?site=${encodeURIComponent(site)}`,
      chosen: (id: string) => choices.get(id) ?? none,
    }
  }, [messages, conversation, site])
  return <Context.Provider value={shown}>{children}</Context.Provider>
}

/** The other messages of the conversation. */
export const useShown = (): Shown => useContext(Context)
