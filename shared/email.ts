import { z } from 'zod'
import { Email } from './address.ts'
import { failureFields } from './failure.ts'
import { Milliseconds } from './page.ts'
import { BodyTemplate, Header, HeaderInputs, RequestMethod } from './request.ts'
import { exact, line, text } from './text.ts'

export const presetIds = ['resend', 'postmark', 'sendgrid', 'brevo', 'sparkpost', 'mailjet', 'mailgun'] as const
export const EmailPresetId = z.enum(presetIds)
export type EmailPresetId = z.infer<typeof EmailPresetId>

export const EmailPreset = z
  .object({
    id: EmailPresetId,
    name: z.string(),
    docs: z.string().describe('A URL.'),
    key: z.object({ header: z.string(), prefix: z.string(), label: z.string() }),
    request: z.object({ method: z.string(), url: z.string(), headers: z.array(Header), body: z.string() }),
  })
  .meta({ id: 'EmailPreset' })
export type EmailPreset = z.infer<typeof EmailPreset>

/** The address that stands for the sender in the body of a preset until somebody replaces it. */
export const exampleSender = 'you@your-domain.example'

const Sender = line(320, 3).describe('Such as `Harbour Bikes <hello@example.com>`.')

const smtp = {
  host: line(253, 1),
  port: z.int().min(1).max(65_535),
  security: z
    .enum(['tls', 'starttls', 'none'])
    .describe('`tls` from the beginning, such as on port 465 · `starttls`: refuses to send without it · `none`'),
  user: exact(320).default(''),
  from: Sender,
}

export const SmtpInput = z
  .object({ ...smtp, password: exact(2000).default('').describe('An empty one keeps the stored one.') })
  .meta({ id: 'SmtpInput' })

export const Smtp = z
  .object({ ...smtp, user: z.string(), from: z.string(), passwordSet: z.boolean() })
  .meta({ id: 'Smtp' })

export const EmailService = z
  .object({
    preset: EmailPresetId.nullable(),
    method: z.string(),
    url: z.string(),
    headers: z.array(Header),
    body: z.string(),
    smtp: Smtp.nullable().describe('Null if email is sent by an HTTP request.'),
    enabled: z.boolean(),
    dashboardUrl: z.string().describe('Links in emails begin with it. Empty uses the public address of the server.'),
    toVisitors: z
      .boolean()
      .describe('Whether visitors who left get the replies of the team, and their chat if they ask for it, by email.'),
    bounceUrl: z
      .string()
      .describe('Where the provider reports bounces and spam complaints (its event webhook). Contains a secret.'),
    lastStatus: z.string().nullable().describe('`ok` or `error`; null before the first email.'),
    lastError: z.string().nullable(),
    ...failureFields,
    lastAt: Milliseconds.nullable(),
    updatedBy: z.string(),
    updatedAt: Milliseconds,
  })
  .meta({ id: 'EmailService' })
export type EmailService = z.infer<typeof EmailService>

export const EmailServiceAnswer = z
  .object({ service: EmailService.nullable().describe('Null until it is set up.'), presets: z.array(EmailPreset) })
  .meta({ id: 'EmailServiceAnswer' })
export type EmailServiceAnswer = z.infer<typeof EmailServiceAnswer>

export const PutEmailService = z
  .object({
    preset: EmailPresetId.optional().describe('Starts from the request of a provider.'),
    key: exact(2000).optional().describe('The key of the provider. Empty keeps the stored one.'),
    from: Sender.optional().describe('Replaces the example of a sender in the body of a preset.'),
    method: RequestMethod.optional().describe('Default POST.'),
    url: exact(2000, 1).optional().describe('An https URL.'),
    headers: HeaderInputs.optional(),
    body: BodyTemplate.optional().describe(
      'A template with `{{email.to}}`, `{{email.subject}}`, `{{email.text}}`, `{{email.html}}`, and `{{email.headers}}` or ' +
        '`{{email.headerList}}` (`[{"Name","Value"}]`) for the headers of the email.',
    ),
    smtp: SmtpInput.optional().describe('Sends over SMTP, instead of `method`, `url`, `headers` and `body`.'),
    enabled: z.boolean().default(true),
    dashboardUrl: text(2000).default(''),
    toVisitors: z.boolean().default(true),
  })
  .meta({ id: 'PutEmailService' })
export type PutEmailService = z.infer<typeof PutEmailService>

export const TestEmail = z.object({ to: Email.optional().describe('Default: the owner.') }).meta({ id: 'TestEmail' })
export type TestEmail = z.infer<typeof TestEmail>

export const EmailTest = z
  .object({
    ok: z.boolean().describe('Whether the provider or mail server accepted it.'),
    status: z.int().nullable().describe('The HTTP or SMTP status; null if there was no answer.'),
    error: z.string().nullable(),
    ...failureFields,
    durationMs: z.int(),
  })
  .meta({ id: 'EmailTest' })
export type EmailTest = z.infer<typeof EmailTest>

/** The kinds of email to the team. */
export const emailKinds = ['waiting', 'missed', 'callback', 'mention', 'budget', 'failure'] as const
export const EmailKind = z.enum(emailKinds)
export type EmailKind = z.infer<typeof EmailKind>

const Clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Must be a time such as 22:00.')

export const EmailAlerts = z
  .object({
    kinds: z.array(EmailKind).max(emailKinds.length),
    quiet: z
      .object({ from: Clock, to: Clock })
      .nullable()
      .describe('Hours in the time zone of the site in which nothing is sent. What happens then is sent after them.'),
  })
  .meta({ id: 'EmailAlerts' })
export type EmailAlerts = z.infer<typeof EmailAlerts>

export const EmailAlertsAnswer = EmailAlerts.extend({
  blocked: z
    .enum(['no_service', 'no_address'])
    .nullable()
    .describe('Why nothing is sent: the site has no email service, or the account is no email address.'),
}).meta({ id: 'EmailAlertsAnswer' })
export type EmailAlertsAnswer = z.infer<typeof EmailAlertsAnswer>

/** Why an address gets no email. */
export const EmailRefusal = z
  .object({
    reason: z
      .enum(['unsubscribed', 'bounced', 'complained'])
      .describe('`bounced`: the mail server of the address refused an email in the last 30 days.'),
    message: z.string().describe('What the mail server said.'),
    at: Milliseconds,
  })
  .meta({ id: 'EmailRefusal' })
export type EmailRefusal = z.infer<typeof EmailRefusal>
