import { createTransport } from 'nodemailer'
import { type Failure, failure, failureOf } from '../core/failure.ts'
import type { Dial } from './dial.ts'
import { asDialError, DialError } from './dial-error.ts'

/** A calendar file in an email (RFC 6047). */
export type CalendarPart = { method: 'REQUEST' | 'CANCEL'; content: string }

/** An email as it is sent. Headers hold no line breaks. */
export type EmailMessage = {
  from: string
  to: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  calendar?: CalendarPart | undefined
}

export type MailServer = {
  host: string
  port: number
  security: 'tls' | 'starttls' | 'none'
  user: string
  password: string
}

/**
 * What a mail server answered. `isFinal`: another attempt would be answered the same. `isAddress`: the recipient's
 * address does not exist.
 */
export type MailOutcome =
  | { ok: true; status: number | null }
  | { ok: false; status: number | null; failure: Failure; isFinal: boolean; isAddress: boolean }

export type Mail = {
  /** Hands an email to a mail server. Does not throw. */
  send(server: MailServer, message: EmailMessage): Promise<MailOutcome>
}

const timeoutMs = 15_000

/** Sends email over SMTP, through a connection to a checked address. */
export function createMail(dial: Dial): Mail {
  return {
    async send({ host, port, security, user, password }, message) {
      try {
        const connection = await dial.connect({ host, port, purpose: 'email', timeoutMs })
        const transport = createTransport({
          ...{ host, port, connection, secure: security === 'tls', requireTLS: security === 'starttls' },
          ignoreTLS: security === 'none',
          ...(user === '' ? {} : { auth: { user, pass: password } }),
          ...{ connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs },
          // Nothing is read from a file or a URL that a text may name.
          ...{ disableFileAccess: true, disableUrlAccess: true },
        })
        try {
          const { calendar, ...rest } = message
          const icalEvent = calendar && { ...calendar, filename: 'appointment.ics' }
          const { response } = await transport.sendMail({ ...rest, ...(icalEvent && { icalEvent }) })
          return { ok: true, status: Number.parseInt(response, 10) || null }
        } finally {
          transport.close()
          connection.destroy()
        }
      } catch (error) {
        return faultOf(error, host)
      }
    },
  }
}

const maxWords = 300

/** `originalCode`: the runtime's, which `code` only sums up. */
type SmtpError = { responseCode?: number; response?: string; code?: string; originalCode?: string; command?: string }

function faultOf(error: unknown, host: string): MailOutcome {
  if (error instanceof DialError)
    return { ok: false, status: null, failure: failureOf(error), isFinal: error.kind === 'refused', isAddress: false }
  const { responseCode, response, code, originalCode, command } = error as SmtpError
  if (responseCode !== undefined) {
    const why = (response ?? '').replace(/\s+/g, ' ').slice(0, maxWords).toWellFormed()
    const sentence = `The mail server answers: ${why}`
    return {
      ok: false,
      status: responseCode,
      failure: failure('mail_refused', sentence, { why }),
      isFinal: responseCode >= 500,
      isAddress: command === 'RCPT TO' && isUnknown(responseCode, why),
    }
  }
  const why = code ?? 'no code'
  if (code === 'ETLS' || code === 'EAUTH')
    return {
      ok: false,
      status: null,
      failure: failure('mail_refused', `The mail server refuses: ${why}.`, { why }),
      isFinal: true,
      isAddress: false,
    }
  const broken = asDialError({ code: originalCode ?? why }, host)
  return { ok: false, status: null, failure: failureOf(broken), isFinal: false, isAddress: false }
}

/**
 * Whether a mail server says that an address does not exist (RFC 3463: 5.1.x). Without such a code, 550, 551 and 553 say so,
 * unless the words are about the sender.
 */
function isUnknown(status: number, words: string): boolean {
  const code = /\b5\.(\d+)\.\d+\b/.exec(words)
  if (code) return code[1] === '1'
  return [550, 551, 553].includes(status) && !/relay|denied|policy|spam|block|authenticat/i.test(words)
}
