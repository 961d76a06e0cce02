import { z } from 'zod'
import { isWebUrl } from './origin.ts'
import { Milliseconds } from './page.ts'
import { exact } from './text.ts'
import { Locale } from './time.ts'

/** What a person of the team may want to be told of, wherever they are. */
export const AlertClass = z
  .enum(['waiting', 'mine', 'mention', 'missed'])
  .describe(
    'waiting: a visitor waits for a person · mine: of a conversation of one’s own · mention: named in a note · ' +
      'missed: nobody came in time.',
  )
export type AlertClass = z.infer<typeof AlertClass>

export const alertClasses = AlertClass.options

/** Unpadded base64url, as browsers give the keys of a subscription. */
const bytes = (least: number, most: number) =>
  exact(200, 1).refine(
    (value) => {
      const length = /^[A-Za-z0-9_-]+$/.test(value) ? Math.floor((value.length * 3) / 4) : 0
      return length >= least && length <= most
    },
    `Must be ${least === most ? least : `${least} to ${most}`} bytes in base64url.`,
  )

/** As a browser writes it, so that one address is one text. */
const Endpoint = exact(1000, 1).refine(
  (value) => isWebUrl(value) && new URL(value).href === value,
  'Must be an address as a browser writes it.',
)

export const NewPushSubscription = z
  .object({
    endpoint: Endpoint.describe('The address that the browser’s push service gave.'),
    keys: z.object({ p256dh: bytes(65, 65), auth: bytes(16, 64) }).describe('As the browser gave them.'),
    classes: z
      .array(AlertClass)
      .max(10)
      .default([...alertClasses]),
    preview: z.boolean().default(false).describe('Whether the visitor’s name and words are in the notification.'),
    language: Locale.default('en'),
  })
  .meta({ id: 'NewPushSubscription' })
export type NewPushSubscription = z.infer<typeof NewPushSubscription>

export const PushSubscription = z
  .object({
    id: z.string().describe('Begins with `push_`.'),
    classes: z.array(AlertClass),
    preview: z.boolean(),
    language: z.string(),
    createdAt: Milliseconds,
  })
  .meta({ id: 'PushSubscription', description: 'A browser that is told although no window is open.' })
export type PushSubscription = z.infer<typeof PushSubscription>

export const PushKey = z
  .object({ key: z.string().describe('The public key that a browser asks its push service with, in base64url.') })
  .meta({ id: 'PushKey' })

/** What a push carries: what it is about, and words of the visitor where the person asked for them. */
export const PushMessage = z.object({
  class: AlertClass,
  site: z.string(),
  conversation: z.string(),
  language: z.string(),
  name: z.string().nullable(),
  text: z.string().nullable(),
})
export type PushMessage = z.infer<typeof PushMessage>
