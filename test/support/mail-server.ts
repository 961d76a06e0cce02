import type { AddressInfo } from 'node:net'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { certificate, certificateKey } from './certificate.ts'

export type Mail = {
  from: string
  to: string[]
  subject: string
  text: string
  html: string
  headers: Map<string, unknown>
  /** Its calendar files, with the method that mail programs act by. */
  calendars: { type: string; text: string }[]
}

export type MailServer = {
  port: number
  /** What arrived, oldest first. */
  mails: Mail[]
  /** Refuses what arrives from now on with this reply, such as `550 no such user`; undefined accepts it. */
  refuses(reply: string | undefined): void
  close(): Promise<void>
}

const addressOf = (from: { address: string } | false): string => (from === false ? '' : from.address)

/** A real SMTP server. With `user`, it demands a sign-in; with `starttls`, it offers encryption with its own certificate. */
export async function startMailServer({
  user,
  starttls = false,
}: {
  user?: string
  starttls?: boolean
} = {}): Promise<MailServer> {
  const mails: Mail[] = []
  let refusal: string | undefined
  const fault = () => {
    const [code = '550', ...words] = (refusal ?? '').split(' ')
    return Object.assign(new Error(words.join(' ')), { responseCode: Number(code) })
  }
  const server = new SMTPServer({
    authOptional: user === undefined,
    allowInsecureAuth: true,
    disabledCommands: starttls ? [] : ['STARTTLS'],
    ...(starttls && { cert: certificate, key: certificateKey }),
    onAuth: ({ username, password }, _, done) =>
      username === user && password === 'mail password' ? done(null, { user: username }) : done(fault()),
    onRcptTo: (_, __, done) => done(refusal === undefined ? null : fault()),
    async onData(stream, session, done) {
      const parsed = await simpleParser(stream)
      const { envelope } = session
      mails.push({
        from: addressOf(envelope.mailFrom),
        to: envelope.rcptTo.map(({ address }) => address),
        subject: parsed.subject ?? '',
        text: parsed.text ?? '',
        html: parsed.html || '',
        headers: parsed.headers,
        calendars: parsed.attachments
          .filter(({ contentType }) => contentType === 'text/calendar')
          .map(({ headers, content }) => ({
            type: JSON.stringify(headers.get('content-type')),
            text: content.toString(),
          })),
      })
      done()
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    refuses(reply) {
      refusal = reply
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
