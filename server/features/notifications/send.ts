import type { EmailTest, TestEmail } from '../../../shared/email.ts'
import type { Context } from '../../core/context.ts'
import { badRequest } from '../../core/error.ts'
import { errorFields, type Failure, failure, failureOf } from '../../core/failure.ts'
import { jsonIn } from '../../core/json.ts'
import { SecretError } from '../../core/secret-headers.ts'
import { bodyKind, fillBody, fillUrl, TemplateError, valueAt, valuesOf } from '../../core/template.ts'
import type { CalendarPart, EmailMessage } from '../../outside/mail.ts'
import { layout } from './layout.ts'
import { emailHeaders, findService, noteResult, passwordPurpose, type ServiceRow, senderOf } from './setup.ts'
import { emailWords } from './words.ts'

/** What to send. `headers` are those of the email itself, such as List-Unsubscribe. */
export type Email = Pick<EmailMessage, 'to' | 'subject' | 'text' | 'html'> & {
  headers?: Record<string, string>
  /** A calendar file, which needs the sender's address. Providers' templates have no attachments, so only SMTP sends it. */
  calendar?: (from: string) => CalendarPart
}

/**
 * What became of an email. `isFinal`: another attempt would end the same. `mayBeSent`: there was no answer.
 * `isAddress`: only this address is refused; the service works.
 */
export type Sent = {
  ok: boolean
  status: number | null
  failed: Failure | undefined
  isFinal: boolean
  mayBeSent: boolean
  isAddress: boolean
}

const minute = 60_000
const retries = [1, 5, 30, 60, 120, 360].map((minutes) => minutes * minute)

/** An email that is sent again after `delay` milliseconds. */
export class NotSent extends Error {
  readonly delay: number
  constructor({ failed }: Sent, delay: number) {
    super(failed?.message ?? '')
    this.delay = delay
  }
}

/** When an email is sent again that failed before this many times; undefined if it is not. */
export const delayAfter = ({ ok, isFinal, mayBeSent }: Sent, failures: number): number | undefined =>
  ok || isFinal || (mayBeSent && failures > 0) ? undefined : retries[failures]

/** When a task that sends email runs again. */
export const emailRetry = (error: unknown, failures: number): number =>
  error instanceof NotSent ? error.delay : Math.min(2 ** failures, 60) * minute

/** All emails leave through the same service of their site. */
export const emailTarget = { target: () => 'email' }

const timeoutMs = 15_000
const maxBytes = 8_000

/** Hands an email to the provider or mail server of the site. Does not throw for their failures. */
export async function sendEmail(ctx: Context, service: ServiceRow, email: Email): Promise<Sent> {
  const { calendar, headers = {}, ...rest } = email
  const message = { ...rest, to: oneLine(email.to), subject: oneLine(email.subject), headers, calendar }
  try {
    return service.smtp ? await sendOverSmtp(ctx, service, message) : await sendOverHttp(ctx, service, message)
  } catch (error) {
    if (error instanceof SecretError) return refused(failureOf(error))
    if (error instanceof TemplateError) return refused(failure('values_refused', error.message))
    throw error
  }
}

/** A header of an email ends at a line break. */
const oneLine = (text: string) => text.replace(/[\r\n\0]+/g, ' ').trim()

const accepted = (status: number | null): Sent => ({
  ...{ ok: true, status, failed: undefined },
  ...{ isFinal: true, mayBeSent: false, isAddress: false },
})

const refused = (failed: Failure): Sent => ({ ...accepted(null), ok: false, failed })

type Message = Required<Omit<Email, 'calendar'>> & { calendar: Email['calendar'] }

async function sendOverSmtp({ services }: Context, { smtp }: ServiceRow, message: Message): Promise<Sent> {
  if (!smtp) throw new Error('no mail server is set up')
  const outcome = await services.outside.mail.send(
    { ...smtp, password: opened(services, smtp.password) },
    {
      ...message,
      from: smtp.from,
      calendar: message.calendar?.(senderOf(smtp.from).address),
    },
  )
  if (outcome.ok) return accepted(outcome.status)
  const { status, failure: failed, isFinal, isAddress } = outcome
  return { ok: false, status, failed, isFinal, mayBeSent: !isFinal && status === null, isAddress }
}

function opened({ seal }: Context['services'], password: string): string {
  try {
    return password === '' ? '' : seal.open(passwordPurpose, password)
  } catch {
    throw new SecretError('The password of the mail server was saved with another SVC_SECRET. Enter it again.')
  }
}

async function sendOverHttp({ services, signal }: Context, service: ServiceRow, message: Message): Promise<Sent> {
  const { to, subject, text, html, headers } = message
  const headerList = Object.entries(headers).map(([Name, Value]) => ({ Name, Value }))
  const values = valuesOf({ email: { to, subject, text, html, headers, headerList } })
  const type = service.headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? 'application/json'
  const store = emailHeaders(services)
  const outcome = await services.outside.requests.send({
    purpose: 'email',
    url: fillUrl(service.url, values),
    method: service.method,
    headers: { 'content-type': type, 'user-agent': 'Service-Email/1', ...store.open(service.headers) },
    body: fillBody(service.body, values, bodyKind(type)) + mailgunHeaders(service.url, headers),
    ...{ timeoutMs, maxBytes, signal },
  })
  if (outcome.kind === 'failed')
    return { ...refused(outcome.failure), isFinal: outcome.isRefused, mayBeSent: !outcome.isRefused }
  const { status } = outcome
  const said = store.redact(outcome.text, service.headers)
  const answer = jsonIn(said)
  const why = refusalIn(service.url, status, answer, said)
  if (why === undefined) return accepted(status)
  const isPassing = status === 429 || status === 408 || status === 420 || status >= 500
  const failed = failure('mail_refused', `The provider answers with the status ${status}: ${why}`, { why })
  // Postmark: the address bounced before.
  const isAddress = valueAt(answer, 'ErrorCode') === 406
  return { ...refused(failed), status, isFinal: !isPassing, isAddress }
}

const isMailgun = (url: string) => /^https:\/\/api(?:\.eu)?\.mailgun\.net\//i.test(url)

/** Mailgun takes each header of an email as a field of its own, which a template cannot say. */
const mailgunHeaders = (url: string, headers: Record<string, string>): string =>
  isMailgun(url)
    ? Object.entries(headers)
        .map(([name, value]) => `&h:${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
        .join('')
    : ''

const maxWords = 300
/** Where providers say what is wrong. */
const wordsAt = ['message', 'Message', 'ErrorMessage', 'errors.0.message', 'Messages.0.Errors.0.ErrorMessage', 'error']

/**
 * Why a provider did not accept an email; undefined if it did. A 2xx is not enough for some: Mailgun answers a wrong path
 * with 200 and no id, Postmark has an ErrorCode, SparkPost a count, Mailjet a status for each message.
 */
function refusalIn(url: string, status: number, answer: unknown, text: string): string | undefined {
  const word = wordsAt.map((path) => valueAt(answer, path)).find((value) => typeof value === 'string')
  const why =
    String(word ?? text.slice(0, maxWords))
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, maxWords) || 'no explanation'
  if (status < 200 || status > 299) return why
  const isRefused =
    (isMailgun(url) && typeof valueAt(answer, 'id') !== 'string') ||
    (typeof valueAt(answer, 'ErrorCode') === 'number' && valueAt(answer, 'ErrorCode') !== 0) ||
    valueAt(answer, 'results.total_accepted_recipients') === 0 ||
    valueAt(answer, 'Messages.0.Status') === 'error'
  return isRefused ? why : undefined
}

/** Sends a test email now. 400 if no service is set up. */
export async function testEmail(ctx: Context, { to }: TestEmail): Promise<EmailTest> {
  const service = await findService(ctx)
  if (!service) throw badRequest('Set up the email service first.', 'no_email_service')
  const started = performance.now()
  const { language, testTitle: title, testText } = emailWords(ctx.site.settings.assistant.locale)
  const business = ctx.site.settings.businessName || ctx.site.name
  const email = layout({ language, title, paragraphs: [testText(business)], business })
  const sent = await sendEmail(ctx, service, { ...email, to: to ?? ctx.services.config.ownerEmail })
  await ctx.tx((tx) => noteResult(tx, sent.failed))
  const durationMs = Math.round(performance.now() - started)
  return { ok: sent.ok, status: sent.status, ...errorFields(sent.failed), durationMs }
}
