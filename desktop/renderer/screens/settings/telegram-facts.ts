import type { Telegram } from '../../../../shared/telegram.ts'
import type { LaterWords } from '../../words/en/later.ts'

export type Bot = NonNullable<Telegram['bot']>

/** The bot's name in Telegram. */
export const nameOf = ({ name, username }: Bot): string => (username === '' ? name : `@${username}`)

type Remedy = keyof LaterWords['telegram']['remedy']

/** The provider's sentences for an invalid token or chat. They end with the response's status. */
const tokenRefused = /\(401\)$|token cannot be read/i
const chatUnusable = /\(403\)$|chat not found/i

/** How to fix a problem of the Telegram connection. */
export function remedyFor(fault: string): Remedy {
  if (tokenRefused.test(fault)) return 'token'
  return chatUnusable.test(fault) ? 'chat' : 'other'
}
