import type { FilesWords } from '../en/files.ts'

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
  passages: (count) => (count === 1 ? '1 Textstelle' : `${count} Textstellen`),
  truncated: 'Nur der Anfang wurde gelernt: Sie enthält mehr Text, als übernommen wird.',
  added: (ago) => `hinzugefügt ${ago}`,
  sure: 'Samt Gelerntem löschen',
  removed: (name) => `${name} wurde gelöscht.`,
}
