/** @jsxImportSource preact */
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { TalkState } from '../talk.ts'
import type { BookingWords } from '../words/booking/en.ts'
import type { Words } from '../words/en.ts'
import type { AllWords } from '../words/later/all-words.ts'
import type { Language } from '../words/words.ts'
import type { Shown, Stage } from './stage.ts'

/** What all parts of the window share. */
export type Chat = { stage: Stage; shown: Shown; state: TalkState; words: Words; language: Language }

const Context = createContext<Chat | undefined>(undefined)

export const ChatProvider = Context.Provider

/** The window that contains a part. */
export const useChat = (): Chat => useContext(Context) as Chat

/** The same in the calendar and the cards of appointments. */
export const useBookingChat = useChat as () => Omit<Chat, 'words'> & { words: AllWords & BookingWords }

/** The same in a part that is loaded on use, with all texts. */
export const usePartChat = useChat as () => Omit<Chat, 'words'> & { words: AllWords }
