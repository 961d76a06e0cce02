import type { FailureReason } from '../../../../shared/failure.ts'
import type { Telegram } from '../../../../shared/telegram.ts'
import type { LaterWords } from '../../words/en/later.ts'

export type Bot = NonNullable<Telegram['bot']>

/** The bot's name in Telegram. */
export const nameOf = ({ name, username }: Bot): string => (username === '' ? name : `@${username}`)

type Remedy = keyof LaterWords['telegram']['remedy']

const remedies: Partial<Record<FailureReason, Remedy>> = { telegram_token: 'token', telegram_chat: 'chat' }

/** How to fix a problem of the Telegram connection. */
export const remedyFor = (reason: FailureReason | null): Remedy => (reason && remedies[reason]) ?? 'other'
