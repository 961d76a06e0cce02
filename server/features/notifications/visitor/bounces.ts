import { Email } from '../../../../shared/address.ts'
import type { EmailRefusal } from '../../../../shared/email.ts'
import type { Services } from '../../../core/context.ts'
import { sameText } from '../../../core/seal.ts'
import { valueAt } from '../../../core/template.ts'
import { systemContext } from '../../../core/transaction.ts'
import { addressHash, refuseAddress } from './addresses.ts'

const secretOf = ({ seal }: Pick<Services, 'seal'>, site: string) => seal.hash('email bounces', site).slice(0, 32)

/** Where the provider of a site reports bounces and complaints. The last part is the secret. */
export const bounceUrl = (services: Pick<Services, 'seal' | 'config'>, site: string): string =>
  `${services.config.baseUrl}/inbound/email/${site}/${secretOf(services, site)}`

export const hasBounceSecret = (services: Services, site: string, secret: string): boolean =>
  sameText(secret, secretOf(services, site))

type Bounce = { address: string; reason: Exclude<EmailRefusal['reason'], 'unsubscribed'>; message: string }

const maxBounces = 100
const maxMessage = 300

/** Stores the addresses of a report to which the site sent email. The company may send other email with the same account. */
export async function receiveBounces(services: Services, siteId: string, body: unknown): Promise<void> {
  const site = await services.sites.find(siteId)
  if (!site) return
  const bounces = bouncesIn(body)
  if (bounces.length === 0) return
  await systemContext(services, site).tx(async (tx) => {
    for (const { address, reason, message } of bounces) {
      const [known] = await tx.sql`
        select from visitor_emails where site = ${siteId} and address = ${addressHash(services, address)} limit 1`
      if (known) await refuseAddress(tx, address, reason, message)
    }
  })
}

/** How a provider names an event, its address and the reason. Paths are those of `valueAt`. */
type Report = { at?: string; type: string; bounced: RegExp; complained: RegExp; address: string; words: string[] }

// As documented by Postmark, SendGrid, Mailgun, Resend, Brevo, SparkPost and Mailjet. Temporary failures are left out: the
// provider tries these again itself.
const reports: Report[] = [
  { type: 'RecordType', bounced: /^Bounce$/, complained: /^SpamComplaint$/, address: 'Email', words: ['Description'] },
  {
    ...{ at: 'event-data', type: 'event', bounced: /^failed$/, complained: /^complained$/, address: 'recipient' },
    words: ['delivery-status.message', 'delivery-status.description', 'reason'],
  },
  {
    ...{ type: 'type', bounced: /^email\.bounced$/, complained: /^email\.complained$/, address: 'data.to.0' },
    words: ['data.bounce.message'],
  },
  {
    ...{ at: 'msys.message_event', type: 'type', bounced: /^(bounce|out_of_band)$/, complained: /^spam_complaint$/ },
    ...{ address: 'rcpt_to', words: ['raw_reason', 'reason'] },
  },
  {
    ...{
      type: 'event',
      bounced: /^(bounce|hard_bounce|invalid_email|blocked)$/,
      complained: /^(spamreport|spam|complaint)$/,
    },
    ...{ address: 'email', words: ['reason', 'error', 'comment'] },
  },
]

/** The permanent failures and complaints in what a provider reports, in any of the known forms. */
export function bouncesIn(body: unknown): Bounce[] {
  const events = (Array.isArray(body) ? body : [body]).slice(0, maxBounces)
  return events.flatMap((event) => reports.flatMap((report) => bounceOf(event, report) ?? [])).slice(0, maxBounces)
}

function bounceOf(whole: unknown, { at, type, bounced, complained, address, words }: Report): Bounce | undefined {
  const event = at === undefined ? whole : valueAt(whole, at)
  const kind = valueAt(event, type)
  if (typeof kind !== 'string' || isTemporary(event)) return undefined
  const reason = bounced.test(kind) ? 'bounced' : complained.test(kind) ? 'complained' : undefined
  const to = Email.safeParse(valueAt(event, address))
  if (!reason || !to.success) return undefined
  const word = words.map((path) => valueAt(event, path)).find((value) => typeof value === 'string')
  return {
    address: to.data,
    reason,
    message: String(word ?? '')
      .slice(0, maxMessage)
      .toWellFormed(),
  }
}

/** Mailgun, Resend, Postmark, SparkPost, SendGrid and Mailjet each have a word for a mailbox that is full or busy. */
const isTemporary = (event: unknown): boolean =>
  valueAt(event, 'severity') === 'temporary' ||
  valueAt(event, 'data.bounce.type') === 'Transient' ||
  /^(SoftBounce|Transient|DnsError|AutoResponder)$/.test(String(valueAt(event, 'Type'))) ||
  /^(2\d|40|60|70|100)$/.test(String(valueAt(event, 'bounce_class'))) ||
  (valueAt(event, 'event') === 'bounce' &&
    (valueAt(event, 'hard_bounce') === false || valueAt(event, 'type') === 'blocked'))
