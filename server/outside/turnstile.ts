import { z } from 'zod'
import type { Config } from '../config.ts'
import { parseJson } from '../core/json.ts'
import type { Log } from '../core/log.ts'
import type { Dial } from './dial.ts'

const Verdict = z.object({ success: z.boolean() })

export type Turnstile = {
  /** Whether the response token is valid. Also false if the provider cannot be reached. */
  verify(answer: string, address: string): Promise<boolean>
}

type Needs = { config: Pick<Config, 'turnstile' | 'providers'>; dial: Dial; log: Log }

/** Cloudflare's bot challenge, with the configured keys. */
export function createTurnstile({ config: { turnstile, providers }, dial, log }: Needs): Turnstile {
  return {
    async verify(answer, address) {
      if (!turnstile) return true
      try {
        const response = await dial.fetch(`${providers.turnstile}/siteverify`, {
          purpose: 'captcha',
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ secret: turnstile.secretKey, response: answer, remoteip: address }),
          maxBytes: 64_000,
          timeoutMs: 5000,
        })
        return Verdict.parse(parseJson(await response.text())).success
      } catch (err) {
        log.error({ err }, 'could not verify the bot challenge')
        return false
      }
    },
  }
}
