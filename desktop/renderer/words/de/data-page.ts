import type { DataPageWords } from '../en/data-page.ts'
import { pluralsOf } from '../plural.ts'

const plural = pluralsOf('de')

export const dataPage: DataPageWords = {
  retention: 'Wie lange es bleibt',
  retentionHint:
    'Was älter ist, wird von selbst endgültig gelöscht, innerhalb von ein oder zwei Stunden. Ein Gespräch zählt ab seiner letzten Nachricht.',
  kinds: {
    conversations: 'Alte Gespräche löschen',
    leads: 'Alte Kontakte löschen',
    callbacks: 'Alte Rückrufe löschen, die erledigt oder verworfen sind',
    traces: 'Löschen, wie alte Antworten zustande kamen',
  },
  kindHints: {
    conversations: 'Mit ihren Nachrichten und Notizen. Eines mit offenem Rückruf bleibt.',
    leads: 'An denen sich seither nichts änderte, die seither nicht schrieben und deren Rückrufe erledigt sind.',
    callbacks: 'Das Gespräch bleibt.',
    traces: 'Antworten bleiben, ohne „Warum diese Antwort“.',
  },
  days: {
    conversations: 'Gespräche: Tage',
    leads: 'Kontakte: Tage',
    callbacks: 'Rückrufe: Tage',
    traces: 'Zustandekommen der Antworten: Tage',
  },
  audit: 'Das Protokoll der Änderungen: Tage',
  wouldGo: (count) => plural(count, { one: '# würde jetzt gelöscht.', other: '# würden jetzt gelöscht.' }),
  visitors: 'Besucher',
  limits: {
    messagesPerSitePerDay: 'Nachrichten aller Besucher am Tag',
    messagesPerSession: 'Nachrichten in einem Gespräch',
    maxMessageLength: 'Zeichen in einer Nachricht',
    messagesPerIpPerMinute: 'Nachrichten von einer Adresse in der Minute',
    apiRequestsPerKeyPerMinute: 'Anfragen eines Schlüssels in der Minute',
    apiKeysPerSite: 'Gültige Schlüssel',
  },
  api: 'API',
  signIn: 'Anmelden',
  attemptsPerIp: 'Versuche von einer Adresse',
  attemptsPerAccount: 'Versuche an einem Konto',
  windowMinutes: 'Minuten, in denen diese Versuche zählen',
  sessionTtlHours: 'Stunden, die jemand angemeldet bleibt',
  captcha: 'Die Prüfung gegen Bots verlangen',
  captchaHint: 'Bevor sich jemand anmeldet.',
  demo: {
    title: 'Die Vorgeschichte der Demo',
    hint: 'Die Demo beginnt mit einigen Wochen, die es nie gab, damit etwas zu sehen ist.',
    found: (conversations, contacts) =>
      `Erfunden: ${plural(conversations, { one: '# Gespräch', other: '# Gespräche' })} und ${plural(contacts, { one: '# Kontakt', other: '# Kontakte' })}.`,
    making: (found) => `${found} Es werden noch mehr.`,
    removing: 'Das Erfundene wird entfernt.',
    remove: 'Erfundenes entfernen',
    sure: 'Endgültig entfernen',
    removed: (conversations) =>
      `${plural(conversations, { one: '# Gespräch', other: '# Gespräche' })} entfernt. Was echte Besucher geschrieben haben, ist noch da.`,
  },
  captchaNone: 'Keine ist eingerichtet: Sie braucht die Schlüssel von Turnstile in der Konfiguration des Servers.',
}
