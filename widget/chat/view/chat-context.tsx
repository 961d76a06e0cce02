/** @jsxImportSource preact */
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { TalkState } from '../talk.ts'
import type { Words } from '../words/en.ts'
import type { Shown, Stage } from './stage.ts'

/** What all parts of the window have in common. */
export type Chat = { stage: Stage; shown: Shown; state: TalkState; words: Words; language: string }

const Context = createContext<Chat | undefined>(undefined)

export const ChatProvider = Context.Provider

/** The window that a part stands in. */
export const useChat = (): Chat => useContext(Context) as Chat
