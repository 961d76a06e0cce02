import { account } from './en/account.ts'
import { alerts } from './en/alerts.ts'
import { appearance } from './en/appearance.ts'
import { canned } from './en/canned.ts'
import { composer } from './en/composer.ts'
import { connection } from './en/connection.ts'
import { conversation } from './en/conversation.ts'
import { fields, lists } from './en/fields.ts'
import { flows, forms } from './en/forms.ts'
import { frame } from './en/frame.ts'
import { homeScreen, teaser } from './en/home-screen.ts'
import { identity } from './en/identity.ts'
import { inbox } from './en/inbox.ts'
import { install, texts } from './en/install.ts'
import { keys } from './en/keys.ts'
import { labels } from './en/labels.ts'
import { liveSettings } from './en/live-settings.ts'
import { look, preview } from './en/look.ts'
import { refusals } from './en/refusals.ts'
import { settings } from './en/settings.ts'
import { signIn } from './en/sign-in.ts'
import { team } from './en/team.ts'
import { telegram } from './en/telegram.ts'
import { visitor } from './en/visitor.ts'
import { website } from './en/website.ts'

/** Everything that the dashboard says in English. Other languages have the same names. */
export const en = {
  common: {
    cancel: 'Cancel',
    save: 'Save',
    saved: 'Saved',
    remove: 'Delete',
    retry: 'Try again',
    undo: 'Undo',
    loading: 'Loading',
    unreachable: 'The server cannot be reached. Check the connection and try again.',
  },
  frame,
  inbox,
  keys,
  connection,
  signIn,
  refusals,
  account,
  conversation,
  composer,
  visitor,
  settings,
  liveSettings,
  telegram,
  canned,
  labels,
  team,
  alerts,
  appearance,
  fields,
  lists,
  look,
  preview,
  homeScreen,
  teaser,
  forms,
  flows,
  website,
  identity,
  install,
  texts,
}

/** The words of a language: texts, and functions that put values in. */
export type Words = Widen<typeof en>

/** The same names, with the texts of whatever language. */
export type Widen<T> = T extends string
  ? string
  : T extends (...given: infer A) => string
    ? (...given: A) => string
    : { [K in keyof T]: Widen<T[K]> }
