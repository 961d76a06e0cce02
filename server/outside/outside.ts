import type { Config } from '../config.ts'
import type { Clock } from '../core/clock.ts'
import type { Log } from '../core/log.ts'
import { type Calcom, createCalcom } from './calcom.ts'
import { type Calendly, createCalendly } from './calendly.ts'
import { type Composio, createComposio } from './composio.ts'
import { type Connector, createConnector } from './connector.ts'
import { createDial, type Dial } from './dial.ts'
import { createMail, type Mail } from './mail.ts'
import { createModels, type Models } from './models.ts'
import { createPush, type Push } from './push.ts'
import { createRenderer, type Renderer } from './renderer.ts'
import { createRequests, type Requests } from './requests.ts'
import { createReranker, type Reranker } from './rerank.ts'
import { createTelegram, type Telegram } from './telegram.ts'
import { createTurnstile, type Turnstile } from './turnstile.ts'

/** All external services that the product calls, passed to features through the Context. */
export type Outside = {
  dial: Dial
  models: Models
  /** Undefined if none is configured. */
  reranker: Reranker | undefined
  renderer: Renderer
  connector: Connector
  turnstile: Turnstile
  telegram: Telegram
  push: Push
  requests: Requests
  mail: Mail
  calcom: Calcom
  calendly: Calendly
  composio: Composio
  /** The product listens at this address, so its own pages are read there. */
  listensAt(address: string): void
  /** Stops background checks. */
  close(): void
}

/** The external services as configured. Nothing is called yet. Throws an Error for an invalid address. */
export function createOutside(config: Config, clock: Clock, log: Log): Outside {
  const ownOrigin = () => new URL(config.baseUrl).origin
  let listening: string | undefined
  const dial = createDial({
    allow: config.outbound.allow,
    allowPush: config.outbound.push,
    ownOrigin,
    ownAddress: () => listening,
    clock,
  })
  const listensAt = (address: string) => {
    listening = address
  }
  const models = createModels(config.ai, config.ollamaHost, fetch, clock)
  const reranker = createReranker(config.ai, dial)
  const renderer = createRenderer({ config, dial, clock })
  const connector = createConnector(dial, clock)
  const push = createPush(dial)
  const requests = createRequests(dial)
  const mail = createMail(dial)
  const telegram = createTelegram({ dial, config })
  const turnstile = createTurnstile({ config, dial, log })
  const calcom = createCalcom({ dial, clock, config })
  const calendly = createCalendly({ dial, clock, config })
  const composio = createComposio({ dial, clock, config })
  const close = () => {
    models.close()
    renderer.close()
  }
  return {
    ...{ dial, models, reranker, renderer, connector, push, requests, mail, telegram, turnstile },
    ...{ calcom, calendly, composio, listensAt, close },
  }
}
