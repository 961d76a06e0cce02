import { z } from 'zod'
import type { Config } from '../config.ts'
import { parseJson } from '../core/json.ts'
import type { Log } from '../core/log.ts'
import type { Dial } from './dial.ts'

const Verdict = z.object({ success: z.boolean() })

export type Turnstile = {
  /** Whether the answer to the challenge is good. False, too, where the provider cannot be asked. */
  verify(answer: string, address: string): Promise<boolean>
}

type Needs = { config: Pick<Config, 'turnstile' | 'providers'>; dial: Dial; log: Log }

/** Cloudflare's bot challenge, with the keys of the configuration. */
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
        log.error({ err }, 'the bot challenge could not be checked')
        return false
      }
    },
  }
}
