import type { AuditWords } from '../en/audit.ts'
import { auditActions as actions } from './audit-actions.ts'

export const audit: AuditWords = {
  intro: (days) =>
    days === 1
      ? 'Jede Änderung über dieses Dashboard und die API, auch abgelehnte. Einen Tag lang aufbewahrt.'
      : `Jede Änderung über dieses Dashboard und die API, auch abgelehnte. ${days} Tage lang aufbewahrt.`,
  actions,
  again: 'Aktualisieren',
  lookedAgain: 'Das Protokoll ist auf dem neuesten Stand.',
  more: 'Ältere zeigen',
  empty: 'Noch wurde nichts geändert.',
  by: (who) => `von ${who}`,
  refused: 'abgelehnt',
  failed: 'fehlgeschlagen',
  opened: (action) => `Einzelheiten: ${action}`,
  facts: {
    at: 'Wann',
    actor: 'Wer',
    action: 'Aufruf',
    target: 'Worum',
    site: 'Website',
    status: 'Antwort',
    id: 'Eintrag',
  },
  everySite: 'die Installation, nicht eine Website',
  nothing: 'nichts Bestimmtes',
  status: (status, words) => `${status}, ${words}`,
  statuses: {
    200: 'erledigt',
    201: 'angelegt',
    202: 'gestartet',
    400: 'nicht verstanden',
    401: 'nicht angemeldet',
    403: 'nicht erlaubt',
    404: 'nicht gefunden',
    409: 'widerspricht etwas anderem',
    413: 'zu groß',
    422: 'nicht möglich',
    429: 'zu viele auf einmal',
    500: 'auf dem Server fehlgeschlagen',
    502: 'anderswo fehlgeschlagen',
    503: 'in dem Moment nicht möglich',
  },
  otherStatus: { good: 'erledigt', refused: 'abgelehnt', failed: 'fehlgeschlagen' },
  actors: {
    system: 'dem Server selbst',
    cli: 'der Kommandozeile',
    visitor: 'einem Besucher',
    admin: 'dem Admin-Schlüssel',
    key: (name) => `dem Schlüssel ${name}`,
    you: 'Ihnen',
  },
  open: {
    conversation: 'Gespräch öffnen',
    contact: 'Kontakt öffnen',
  },
}
