import { type EmailPreset, type EmailPresetId, exampleSender } from '../../../shared/email.ts'
import type { Header } from '../../../shared/request.ts'

type Given = {
  name: string
  docs: string
  key: EmailPreset['key']
  url: string
  headers?: Header[]
  body: unknown
}

const json: Header = { name: 'Content-Type', value: 'application/json', secret: false, set: true }
const bearer = (label: string) => ({ header: 'Authorization', prefix: 'Bearer ', label })
const [to, subject, plain, html] = ['{{email.to}}', '{{email.subject}}', '{{email.text}}', '{{email.html}}']

const given: Record<EmailPresetId, Given> = {
  resend: {
    name: 'Resend',
    docs: 'https://resend.com/docs/api-reference/emails/send-email',
    key: bearer('API key (re_…)'),
    url: 'https://api.resend.com/emails',
    body: { from: exampleSender, to: [to], subject, text: plain, html, headers: '{{email.headers}}' },
  },
  postmark: {
    name: 'Postmark',
    docs: 'https://postmarkapp.com/developer/api/email-api',
    key: { header: 'X-Postmark-Server-Token', prefix: '', label: 'Server token' },
    url: 'https://api.postmarkapp.com/email',
    headers: [json, { name: 'Accept', value: 'application/json', secret: false, set: true }],
    body: {
      ...{ From: exampleSender, To: to, Subject: subject, TextBody: plain, HtmlBody: html },
      ...{ Headers: '{{email.headerList}}', MessageStream: 'outbound' },
    },
  },
  sendgrid: {
    name: 'SendGrid',
    docs: 'https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send',
    key: bearer('API key (SG.…)'),
    url: 'https://api.sendgrid.com/v3/mail/send',
    body: {
      personalizations: [{ to: [{ email: to }] }],
      ...{ from: { email: exampleSender }, subject },
      content: [
        { type: 'text/plain', value: plain },
        { type: 'text/html', value: html },
      ],
      headers: '{{email.headers}}',
    },
  },
  brevo: {
    name: 'Brevo',
    docs: 'https://developers.brevo.com/reference/sendtransacemail',
    key: { header: 'api-key', prefix: '', label: 'API key (xkeysib-…)' },
    url: 'https://api.brevo.com/v3/smtp/email',
    body: {
      ...{ sender: { email: exampleSender }, to: [{ email: to }], subject, textContent: plain, htmlContent: html },
      headers: '{{email.headers}}',
    },
  },
  sparkpost: {
    name: 'SparkPost',
    docs: 'https://developers.sparkpost.com/api/transmissions/',
    key: { header: 'Authorization', prefix: '', label: 'API key' },
    url: 'https://api.sparkpost.com/api/v1/transmissions',
    body: {
      recipients: [{ address: { email: to } }],
      content: { from: exampleSender, subject, text: plain, html, headers: '{{email.headers}}' },
    },
  },
  mailjet: {
    name: 'Mailjet',
    docs: 'https://dev.mailjet.com/email/guides/send-api-v31/',
    key: { header: 'Authorization', prefix: 'Basic ', label: 'Base64 of API key:secret key' },
    url: 'https://api.mailjet.com/v3.1/send',
    body: {
      Messages: [
        {
          ...{ From: { Email: exampleSender }, To: [{ Email: to }], Subject: subject, TextPart: plain, HTMLPart: html },
          Headers: '{{email.headers}}',
        },
      ],
    },
  },
  mailgun: {
    name: 'Mailgun',
    docs: 'https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages',
    key: { header: 'Authorization', prefix: 'Basic ', label: 'Base64 of api:key' },
    url: 'https://api.mailgun.net/v3/your-domain.example/messages',
    headers: [{ ...json, value: 'application/x-www-form-urlencoded' }],
    body: `from=${exampleSender}&to=${to}&subject=${subject}&text=${plain}&html=${html}`,
  },
}

/** The requests of mail providers, with an empty key. */
export const presets: EmailPreset[] = Object.entries(given).map(
  ([id, { name, docs, key, url, headers = [json], body }]) => ({
    ...{ id: id as EmailPresetId, name, docs, key },
    request: {
      method: 'POST',
      url,
      headers: [{ name: key.header, value: '', secret: true, set: false }, ...headers],
      body: typeof body === 'string' ? body : JSON.stringify(body, null, 2),
    },
  }),
)

export const presetOf = (id: EmailPresetId): EmailPreset => presets.find((one) => one.id === id) as EmailPreset
