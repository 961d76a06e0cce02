import { describe, expect, test } from 'vitest'
import { de } from '../../desktop/renderer/words/de.ts'
import { en } from '../../desktop/renderer/words/en.ts'
import { refusalWords } from '../../desktop/renderer/words/refusal-words.ts'
import { ErrorCode } from '../../shared/error.ts'

type Refusal = Omit<Parameters<typeof refusalWords>[0], 'reason'>

const german = (refusal: Refusal) => refusalWords({ reason: 'internal', ...refusal }, de.refusals)
const english = (refusal: Refusal) => refusalWords({ reason: 'internal', ...refusal }, en.refusals)

describe('a refusal is told in the language of the dashboard', () => {
  test.each<[string, Refusal['code'], string, string]>([
    ['unauthorized', 'unauthorized', 'The email or the password is wrong.', 'Die E-Mail oder das Passwort ist falsch.'],
    ['conflict', 'conflict', 'Anna Marsh has taken this conversation.', 'Anna Marsh hat dieses Gespräch übernommen.'],
    ['a shortcut', 'conflict', 'shortcut: /hello is the canned reply can_1.', 'Die Textvorlage /hello gibt es schon.'],
    [
      'Telegram',
      'bad_request',
      'Telegram refused the token: Unauthorized (401)',
      'Telegram hat das abgelehnt: Unauthorized (401)',
    ],
  ])('%s, with what it names', (_what, code, message, words) => {
    expect(german({ code, message })).toBe(words)
  })

  test('an English one reads as the server says it', () => {
    const message = 'Telegram refused the token: Unauthorized (401)'
    expect(english({ code: 'bad_request', message })).toBe(message)
  })

  test('one about a field names it as the screens do, with the server’s sentence as detail', () => {
    const message = 'contact.email: Invalid email address'
    expect(german({ code: 'bad_request', message })).toBe(
      'E-Mail: So nimmt der Server das nicht an (Invalid email address)',
    )
    expect(german({ code: 'bad_request', message: 'settings.odd: Too big' })).toMatch(/^settings\.odd: .*\(Too big\)$/)
  })

  test('one that is not known says what kind it is, and when to try again', () => {
    for (const code of ErrorCode.options) {
      expect(german({ code, message: 'Something of tomorrow.' })).toBe(de.refusals.codes[code])
      expect(english({ code, message: 'Something of tomorrow.' })).toBe(en.refusals.codes[code])
    }
    expect(german({ code: 'rate_limited', message: 'Too many requests.', retryAfter: 7 })).toBe(
      'Zu viel auf einmal. Versuchen Sie es in 7 s noch einmal.',
    )
    expect(german({ code: 'of_tomorrow' as Refusal['code'], message: 'New.' })).toBe(de.refusals.codes.internal)
  })
})
