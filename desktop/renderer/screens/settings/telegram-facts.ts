import type { Telegram } from '../../../../shared/telegram.ts'
import type { LaterWords } from '../../words/en/later.ts'

export type Bot = NonNullable<Telegram['bot']>

/** What people call a bot in Telegram. */
export const nameOf = ({ name, username }: Bot): string => (username === '' ? name : `@${username}`)

type Remedy = keyof LaterWords['telegram']['remedy']

/** What the provider says where the token, or the whole chat, cannot be used; its words end with the answer's status. */
const tokenRefused = /\(401\)$|token cannot be read/i
const chatUnusable = /\(403\)$|chat not found/i

/** What helps against what is wrong with the way to Telegram. */
export function remedyFor(fault: string): Remedy {
  if (tokenRefused.test(fault)) return 'token'
  return chatUnusable.test(fault) ? 'chat' : 'other'
}
