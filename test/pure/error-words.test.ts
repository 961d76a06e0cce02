import { describe, expect, test } from 'vitest'
import { de } from '../../desktop/renderer/words/de.ts'
import { en } from '../../desktop/renderer/words/en.ts'
import { errorWords } from '../../desktop/renderer/words/error-words.ts'
import { type ErrorBody, ErrorCode } from '../../shared/error.ts'

type Shown = Parameters<typeof errorWords>[0]

const german = (error: Shown) => errorWords(error, de.errors)
const english = (error: Shown) => errorWords(error, en.errors)
const refused = (given: Partial<ErrorBody['error']>): Shown => ({
  error: { code: 'bad_request', reason: 'internal', message: 'Words that the server may change.', ...given },
})

describe('an error is shown in the language of the dashboard', () => {
  test.each<[Partial<ErrorBody['error']>, string]>([
    [{ code: 'unauthorized', reason: 'wrong_sign_in' }, 'Die E-Mail oder das Passwort ist falsch.'],
    [
      { code: 'conflict', reason: 'conversation_taken', params: { name: 'Anna Marsh' } },
      'Anna Marsh hat dieses Gespräch übernommen.',
    ],
    [
      { code: 'conflict', reason: 'shortcut_taken', params: { shortcut: '/hello' } },
      'Die Textvorlage /hello gibt es schon.',
    ],
    [
      { reason: 'telegram_refused', params: { what: 'the token', why: 'Unauthorized (401)' } },
      'Telegram hat das abgelehnt: Unauthorized (401)',
    ],
  ])('by its reason, with what it names: %j', (error, words) => {
    expect(german(refused(error))).toBe(words)
  })

  test('an English one reads as the server says it', () => {
    const params = { what: 'the token', why: 'Unauthorized (401)' }
    expect(english(refused({ reason: 'telegram_refused', params }))).toBe(
      'Telegram refused the token: Unauthorized (401)',
    )
  })

  test('one about a field names it as the screens do, with the server’s sentence as detail', () => {
    const about = (field: string, message: string): Shown => ({
      ...refused({ reason: 'invalid_fields' }),
      faults: [{ field, message, reason: 'not_valid' }],
    })
    expect(german(about('contact.email', 'Invalid email address'))).toBe(
      'E-Mail: So nimmt der Server das nicht an (Invalid email address)',
    )
    expect(german(about('settings.odd', 'Too big'))).toMatch(/^settings\.odd: .*\(Too big\)$/)
  })

  test('one that is not known says what kind it is, and when to try again', () => {
    for (const code of ErrorCode.options) {
      const tomorrow = refused({ code, reason: 'of_tomorrow' as ErrorBody['error']['reason'] })
      expect(german(tomorrow)).toBe(de.errors.codes[code])
      expect(english(tomorrow)).toBe(en.errors.codes[code])
    }
    expect(german(refused({ code: 'rate_limited', reason: 'too_many_requests', retryAfter: 7 }))).toBe(
      'Zu viel auf einmal. Versuchen Sie es in 7 s noch einmal.',
    )
    expect(german(refused({ code: 'of_tomorrow' as 'internal' }))).toBe(de.errors.codes.internal)
  })
})
