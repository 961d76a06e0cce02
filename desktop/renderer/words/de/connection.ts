import type { Words } from '../en.ts'

const some = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

export const connection: Words['connection'] = {
  live: 'Verbunden',
  catching: (events) => (events === 0 ? 'Holt auf' : `Holt auf, ${some(events, 'Ereignis', 'Ereignisse')}`),
  offline: 'Offline. Der Server wird wieder gesucht.',
  offlineUnsent: (count) => `Offline, ${some(count, 'Nachricht wird', 'Nachrichten werden')} noch gesendet`,
  out: 'Abgemeldet',
  outHint: 'Ihre Sitzung ist beendet. Melden Sie sich an, um weiterzumachen.',
  back: 'Wieder da. Nichts verpasst.',
  backAnew: 'Wieder da. Alles wurde neu geladen.',
  held: (count) => `${some(count, 'Nachricht wurde', 'Nachrichten wurden')} nicht gesendet`,
}
