import { alerts } from './en/alerts.ts'
import { canned } from './en/canned.ts'
import { composer } from './en/composer.ts'
import { conversation } from './en/conversation.ts'
import { errors } from './en/errors.ts'
import { connection, frame, signIn } from './en/frame.ts'
import { inbox } from './en/inbox.ts'
import { keys } from './en/keys.ts'
import { labels } from './en/labels.ts'
import { visitor } from './en/visitor.ts'

/** All English texts of the dashboard. The other languages have the same keys. */
export const en = {
  common: {
    cancel: 'Cancel',
    save: 'Save',
    saved: 'Saved',
    remove: 'Delete',
    retry: 'Try again',
    undo: 'Undo',
    loading: 'Loading',
    notReadOn: (why: string) => `The rest of the list cannot be read. ${why}`,
    readsOnLater: 'The rest of the list comes once the connection is back.',
    unreachable: 'The server cannot be reached. Check the connection and try again.',
  },
  frame,
  inbox,
  keys,
  connection,
  signIn,
  errors,
  conversation,
  composer,
  visitor,
  canned,
  labels,
  alerts,
}

/** The texts of a language: strings, and functions that insert values. */
export type Words = Widen<typeof en>

/** The same keys, with the texts of any language. */
export type Widen<T> = T extends string
  ? string
  : T extends (...given: infer A) => string
    ? (...given: A) => string
    : { [K in keyof T]: Widen<T[K]> }
