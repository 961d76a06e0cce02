import type { EmailKind } from '../../../../shared/email.ts'
import type { Widen } from '../en.ts'

/** The email page, and the choices of a person. */
export const email = {
  intro:
    'Frontdesk emails your team about waiting visitors, missed chats and callbacks. Choose how it sends email: over a provider, your mail server, or your own request.',
  title: 'Sending email',
  how: 'Send over',
  smtp: 'Mail server (SMTP)',
  custom: 'Your own HTTP request',
  docs: (name: string) => `Documentation of ${name}`,
  key: 'Key',
  keyKept: 'Stored. Leave empty to keep it.',
  from: 'Sender',
  fromHint: 'An address of your domain that the provider has verified, such as Harbour Bikes <hello@example.com>.',
  fromKept: 'Leave empty to keep the sender.',
  url: 'URL',
  urlMailgun: 'With your domain; in the EU with api.eu.mailgun.net.',
  host: 'Host',
  port: 'Port',
  security: 'Encryption',
  securities: {
    tls: 'TLS from the beginning (port 465)',
    starttls: 'STARTTLS, required (port 587)',
    none: 'None: only for a mail server on this machine or in your network',
  },
  privateHint: 'A mail server with a private address must be named under outbound.allow in the configuration file.',
  user: 'User name',
  password: 'Password',
  enabled: 'Send email',
  toVisitors: 'Email visitors too',
  toVisitorsHint:
    'Visitors who left an address and closed the page get your replies by email, and can have their chat emailed. Each email has a link to unsubscribe.',
  bounces: 'Bounces and spam complaints',
  bouncesHint:
    'Enter this URL at your provider as a webhook for bounces and complaints. Frontdesk then sends no more email to these addresses and shows it on the contact. The URL contains a secret.',
  save: 'Save',
  remove: 'Remove',
  removeLabel: 'Remove the email service',
  removeSure: 'Yes, remove',
  removeHint: 'Nobody gets email until it is set up again.',
  state: 'State',
  works: 'Working',
  failing: 'Failing',
  unused: 'No email was sent yet',
  off: 'Off',
  test: 'Send a test email',
  testing: 'Sending',
  testTo: 'To',
  tested: 'Accepted. Check the inbox, and the spam folder.',
  notAccepted: 'Not accepted',
  saveFirst: 'Save the changes first.',
  alerts: {
    title: 'Email',
    hint: 'At most one email in five minutes, with everything that happened. Nothing that was taken care of by then.',
    blocked: {
      no_service: 'Nothing is sent: email is not set up for this site.',
      no_address: 'Nothing is sent to you: your account is not an email address.',
    },
    kinds: {
      waiting: 'A visitor is waiting, and my dashboard is closed',
      missed: 'Missed chats',
      callback: 'Callback requests',
      mention: 'I was mentioned in a note, and my dashboard is closed',
      budget: 'The AI budget is nearly used up',
      failure: 'A webhook was paused, or a tool fails',
    } satisfies Record<EmailKind, string>,
    quiet: 'Quiet hours',
    quietHint: 'In the time zone of the site. What happens then is sent after them.',
    from: 'From',
    to: 'To',
    saved: 'Saved',
  },
}

export type EmailWords = Widen<typeof email>
