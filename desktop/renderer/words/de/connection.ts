import type { Words } from '../en.ts'
import { pluralsOf } from '../plural.ts'

const plural = pluralsOf('de')

export const connection: Words['connection'] = {
  live: 'Verbunden',
  catching: (events) =>
    events === 0 ? 'Holt auf' : `Holt auf, ${plural(events, { one: '# Ereignis', other: '# Ereignisse' })}`,
  offline: 'Offline. Der Server wird wieder gesucht.',
  offlineUnsent: (count) =>
    `Offline, ${plural(count, { one: '# Nachricht wird', other: '# Nachrichten werden' })} noch gesendet`,
  out: 'Abgemeldet',
  outHint: 'Ihre Sitzung ist beendet. Melden Sie sich an, um weiterzumachen.',
  back: 'Wieder da. Nichts verpasst.',
  backAnew: 'Wieder da. Alles wurde neu geladen.',
  held: (count) => `${plural(count, { one: '# Nachricht wurde', other: '# Nachrichten wurden' })} nicht gesendet`,
}
