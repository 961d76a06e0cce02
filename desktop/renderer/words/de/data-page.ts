import type { DataPageWords } from '../en/data-page.ts'
import { pluralsOf } from '../plural.ts'

const plural = pluralsOf('de')

export const dataPage: DataPageWords = {
  retention: 'Aufbewahrung',
  retentionHint:
    'Ältere Daten werden innerhalb von zwei Stunden automatisch gelöscht. Das Alter eines Gesprächs zählt ab der letzten Nachricht.',
  kinds: {
    conversations: 'Alte Gespräche löschen',
    leads: 'Alte Kontakte löschen',
    callbacks: 'Alte Rückrufe löschen, die erledigt oder verworfen sind',
    traces: 'Alte Aufzeichnungen der Antworten löschen',
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
    traces: 'Aufzeichnungen der Antworten: Tage',
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
    title: 'Demodaten',
    hint: 'Die Demo enthält sechs Wochen erfundener Gespräche, damit jede Seite etwas zu zeigen hat.',
    found: (conversations, contacts) =>
      `${plural(conversations, { one: '# Gespräch', other: '# Gespräche' })} und ${plural(contacts, { one: '# Kontakt', other: '# Kontakte' })}.`,
    making: (found) => `${found} Weitere werden hinzugefügt.`,
    removing: 'Die Demodaten werden gelöscht.',
    remove: 'Demodaten löschen',
    sure: 'Endgültig löschen',
    removed: (conversations) =>
      `${plural(conversations, { one: '# Gespräch', other: '# Gespräche' })} gelöscht. Was echte Besucher geschrieben haben, ist noch da.`,
  },
  captchaNone: 'Keine ist eingerichtet: Sie braucht die Schlüssel von Turnstile in der Konfiguration des Servers.',
}
