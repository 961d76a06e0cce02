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
  why: {
    scan: 'Kein Text gefunden: Es ist vielleicht ein Scan, also ein Bild von Text.',
    empty: 'Es ist kein Text darin.',
    oldWord: 'Sie ist durch ein Passwort geschützt oder stammt aus einem Word vor 2007.',
    password: 'Sie ist durch ein Passwort geschützt.',
    noPdf: 'Sie ist kein lesbares PDF oder beschädigt.',
    columns: (most) => `Sie hat mehr als ${most} Spalten.`,
    noTable: 'Sie ist keine lesbare Tabelle: Ein Anführungszeichen ist nicht geschlossen.',
    noJson: 'Sie ist kein gültiges JSON.',
    deep: (most) => `Sie ist mehr als ${most} Ebenen tief verschachtelt.`,
    parts: (most) => `Sie besteht aus mehr als ${most} Teilen.`,
    unpacked: 'Entpackt ist sie zu groß.',
    slow: 'Das Lesen dauert zu lange.',
    memory: 'Sie zu lesen braucht zu viel Speicher.',
    damaged: 'Sie ist beschädigt.',
    gaveUp: 'Das Lernen ist viermal gescheitert. Der Grund steht im Protokoll des Servers.',
  },
}
