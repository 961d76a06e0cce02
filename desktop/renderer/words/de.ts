import { alerts } from './de/alerts.ts'
import { canned } from './de/canned.ts'
import { composer } from './de/composer.ts'
import { conversation } from './de/conversation.ts'
import { errors } from './de/errors.ts'
import { connection, frame, signIn } from './de/frame.ts'
import { inbox } from './de/inbox.ts'
import { keys } from './de/keys.ts'
import { labels } from './de/labels.ts'
import { visitor } from './de/visitor.ts'
import type { Words } from './en.ts'

/** All German texts of the dashboard. */
export const de: Words = {
  common: {
    cancel: 'Abbrechen',
    save: 'Speichern',
    saved: 'Gespeichert',
    remove: 'Löschen',
    retry: 'Noch einmal versuchen',
    undo: 'Rückgängig',
    loading: 'Lädt',
    notReadOn: (why) => `Der Rest der Liste ist nicht zu lesen. ${why}`,
    readsOnLater: 'Der Rest der Liste kommt, sobald die Verbindung wieder steht.',
    unreachable: 'Der Server ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
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
