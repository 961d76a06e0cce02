import { z } from 'zod'
import { isWebUrl } from './origin.ts'
import { Milliseconds } from './page.ts'
import { exact } from './text.ts'
import { Locale } from './time.ts'

/** The notifications that a team member can subscribe to. */
export const AlertClass = z
  .enum(['waiting', 'mine', 'mention', 'missed'])
  .describe(
    'waiting: a visitor is waiting for a person · mine: activity in your conversations · mention: you were mentioned · ' +
      'missed: nobody answered in time.',
  )
export type AlertClass = z.infer<typeof AlertClass>

export const alertClasses = AlertClass.options

/** Unpadded base64url, the format of the keys of a browser's subscription. */
const bytes = (min: number, max: number) =>
  exact(200, 1).refine(
    (value) => {
      const length = /^[A-Za-z0-9_-]+$/.test(value) ? Math.floor((value.length * 3) / 4) : 0
      return length >= min && length <= max
    },
    `Must be ${min === max ? min : `${min} to ${max}`} bytes in base64url.`,
  )

/** Normalised as browsers do, so that each endpoint has one spelling. */
const Endpoint = exact(1000, 1).refine(
  (value) => isWebUrl(value) && new URL(value).href === value,
  'Must be a URL in the form that browsers use.',
)

export const NewPushSubscription = z
  .object({
    endpoint: Endpoint.describe("The URL from the browser's push service."),
    keys: z.object({ p256dh: bytes(65, 65), auth: bytes(16, 64) }).describe('As provided by the browser.'),
    classes: z
      .array(AlertClass)
      .max(10)
      .default([...alertClasses]),
    preview: z.boolean().default(false).describe("Whether notifications include the visitor's name and message."),
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
  .meta({ id: 'PushSubscription', description: 'A browser that receives notifications while no dashboard is open.' })
export type PushSubscription = z.infer<typeof PushSubscription>

export const PushKey = z
  .object({ key: z.string().describe("The VAPID public key for the browser's push service, in base64url.") })
  .meta({ id: 'PushKey' })

/** The content of a push notification. It includes the visitor's words only if the person enabled the preview. */
export const PushMessage = z.object({
  class: AlertClass,
  site: z.string(),
  conversation: z.string(),
  language: z.string(),
  name: z.string().nullable(),
  text: z.string().nullable(),
})
export type PushMessage = z.infer<typeof PushMessage>
