import { rule } from '../../shared/fault.ts'
import type { Header, HeaderInput } from '../../shared/request.ts'
import { invalidField } from './error.ts'
import { FailureError, failure } from './failure.ts'
import { hostOf } from './outgoing.ts'
import type { Seal } from './seal.ts'

/** A header of a configured request, as it is stored. The value of a secret one is sealed. */
export type StoredHeader = { name: string; value: string; secret: boolean }

/** A stored secret was sealed with another SVC_SECRET. The message is safe to show. */
export class SecretError extends FailureError {
  override readonly name = 'SecretError'
  constructor(sentence: string) {
    super(failure('secret_unreadable', sentence))
  }
}

/** Seals and opens the headers of one kind of record. `purpose` separates their keys. */
export type HeaderStore = {
  /** The headers to store. An empty secret value keeps the one stored under the same name. */
  close(given: HeaderInput[], stored: StoredHeader[]): StoredHeader[]
  /** The headers to send, by name in lower case. Throws a SecretError if they were sealed with another SVC_SECRET. */
  open(stored: StoredHeader[]): Record<string, string>
  /** The same with text instead of each secret, for records of what was sent. */
  blank(stored: StoredHeader[]): Record<string, string>
  /** Replaces the secrets in a text, which a server may have echoed. */
  redact(text: string, stored: StoredHeader[]): string
}

/** What stands for a secret. */
const hidden = '••••••'
/** Shorter values are not looked for in texts, where they would replace ordinary words. */
const minSecret = 6

export function headerStore(seal: Seal, purpose: string): HeaderStore {
  const open = ({ value, secret }: StoredHeader): string => {
    if (!secret || value === '') return value
    try {
      return seal.open(purpose, value)
    } catch {
      throw new SecretError('A secret header was saved with another SVC_SECRET. Enter its value again.')
    }
  }
  return {
    close: (given, stored) =>
      given.map(({ name, value, secret }) => {
        const before = stored.find((one) => one.name.toLowerCase() === name.toLowerCase())
        if (!secret) return { name, value, secret }
        if (value !== '') return { name, value: seal.close(purpose, value), secret }
        return { name, value: before?.secret ? before.value : '', secret }
      }),
    open: (stored) => Object.fromEntries(stored.map((header) => [header.name.toLowerCase(), open(header)])),
    blank: (stored) =>
      Object.fromEntries(stored.map(({ name, value, secret }) => [name.toLowerCase(), secret ? hidden : value])),
    redact(text, stored) {
      let safe = text
      for (const header of stored.filter(({ secret }) => secret)) {
        // The value alone, without a scheme such as `Bearer`.
        for (const part of [open(header), ...open(header).split(' ').slice(1)])
          if (part.length >= minSecret) safe = safe.replaceAll(part, hidden)
      }
      return safe
    },
  }
}

export const showHeaders = (stored: StoredHeader[]): Header[] =>
  stored.map(({ name, value, secret }) => ({ name, value: secret ? '' : value, secret, set: value !== '' }))

/** 400 for a secret header without a value, which would be sent empty. */
export function refuseUnset(field: string, headers: StoredHeader[]): void {
  const at = headers.findIndex(({ value, secret }) => secret && value === '')
  if (at >= 0) throw invalidField(`${field}.${at}.value`, rule('required', 'Enter the value of the secret header.'))
}

/**
 * The headers of a record whose URL becomes another one. A secret goes to the host for which it was entered, and to no
 * other: who may change a URL, or hands over a file with one, must not receive it.
 */
export const headersFor = (stored: StoredHeader[], from: string, to: string): StoredHeader[] =>
  hostOf(from) === hostOf(to) ? stored : stored.map((one) => (one.secret ? { ...one, value: '' } : one))
