import { account } from './de/account.ts'
import { alerts } from './de/alerts.ts'
import { appearance } from './de/appearance.ts'
import { canned } from './de/canned.ts'
import { composer } from './de/composer.ts'
import { connection } from './de/connection.ts'
import { conversation } from './de/conversation.ts'
import { fields, lists } from './de/fields.ts'
import { flows, forms } from './de/forms.ts'
import { frame } from './de/frame.ts'
import { homeScreen, teaser } from './de/home-screen.ts'
import { identity } from './de/identity.ts'
import { inbox } from './de/inbox.ts'
import { install, texts } from './de/install.ts'
import { keys } from './de/keys.ts'
import { labels } from './de/labels.ts'
import { liveSettings } from './de/live-settings.ts'
import { look, preview } from './de/look.ts'
import { refusals } from './de/refusals.ts'
import { settings } from './de/settings.ts'
import { signIn } from './de/sign-in.ts'
import { team } from './de/team.ts'
import { telegram } from './de/telegram.ts'
import { visitor } from './de/visitor.ts'
import { website } from './de/website.ts'
import type { Words } from './en.ts'

/** Everything that the dashboard says in German. */
export const de: Words = {
  common: {
    cancel: 'Abbrechen',
    save: 'Speichern',
    saved: 'Gespeichert',
    remove: 'Löschen',
    retry: 'Noch einmal versuchen',
    undo: 'Rückgängig',
    loading: 'Lädt',
    unreachable: 'Der Server ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
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
