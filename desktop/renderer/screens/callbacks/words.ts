import { callbacks as de } from '../../words/de/callbacks.ts'
import { type CallbacksWords, callbacks as en } from '../../words/en/callbacks.ts'
import { ownWords } from '../../words/own-words.ts'

/** What the screen of the callbacks says. */
export const useCallbacksWords = ownWords<CallbacksWords>({ en, de })
