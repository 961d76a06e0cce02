import type { Parts } from '../core/context.ts'
import { badRequest } from '../core/error.ts'

/** Refuses whoever did not answer the bot challenge, where one is set up. 400 names the field. */
export async function refuseBots(parts: Parts, captcha: string | undefined, address: string): Promise<void> {
  if (parts.config.turnstile === undefined) return
  if (captcha === undefined) throw badRequest('captcha: answer the bot challenge.', 'challenge_missing')
  if (!(await parts.outside.turnstile.verify(captcha, address)))
    throw badRequest('captcha: the answer was not accepted.', 'challenge_failed')
}
