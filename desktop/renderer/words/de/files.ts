import type { FilesWords } from '../en/files.ts'
import { pluralsOf } from '../plural.ts'

const plural = pluralsOf('de')

export const files: FilesWords = {
  intro:
    'PDF, Word, Text, Markdown, Webseiten, CSV und JSON, jeweils bis 10 MB. Eine Datei gleichen Namens ersetzt die vorige.',
  add: 'Dateien hinzufügen',
  drop: 'oder hier ablegen',
  empty:
    'Noch keine Datei. Fügen Sie eine Preisliste, eine Anleitung oder Ihre Bedingungen hinzu, und der Assistent antwortet daraus.',
  list: 'Dateien',
  sending: (name) => `${name} wird gesendet`,
  notSent: (name, why) => `${name} wurde nicht hinzugefügt. ${why}`,
  status: { queued: 'Wartet', processing: 'Wird gelesen', indexed: 'Gelernt', error: 'Nicht gelernt' },
  passages: (count) => plural(count, { one: '# Textstelle', other: '# Textstellen' }),
  truncated: 'Nur der Anfang wurde gelernt, weil sie zu viel Text enthält.',
  added: (ago) => `hinzugefügt ${ago}`,
  sure: 'Samt Gelerntem löschen',
  removed: (name) => `${name} wurde gelöscht.`,
}
