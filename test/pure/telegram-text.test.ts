import { describe, expect, test } from 'vitest'
import { below, cleaned, compose, composeQuoted, oneLine } from '../../server/features/live/telegram/compose.ts'
import { pageLine, withoutContact } from '../../server/features/live/telegram/contact.ts'
import {
  type ForwardableRow,
  nextStep,
  type Snapshot,
  type ThreadRow,
} from '../../server/features/live/telegram/next-step.ts'
import { readCommand } from '../../server/features/live/telegram/updates/update.ts'

describe('texts', () => {
  test('quote by UTF-16 units, as the Bot API counts', () => {
    const text = below('🟢 Kim', compose('Visitor', { quote: '🚲 squeaks' }, '', { quote: ' ' }, 'Page'))
    expect(text.text).toBe('🟢 Kim\nVisitor\n🚲 squeaks\nPage')
    expect(text.entities.map(({ offset, length }) => text.text.slice(offset, offset + length))).toEqual(['🚲 squeaks'])
  })

  test('are split at words, never within a character, and never too long', () => {
    for (const words of ['🚲'.repeat(5_000), 'word '.repeat(2_000), 'x'.repeat(9_000), `${'a '.repeat(1_990)}\n🚲`]) {
      const parts = composeQuoted('Visitor', words)
      for (const { text } of parts) expect([text.length <= 4096, text.isWellFormed()]).toEqual([true, true])
      const said = parts.map(({ text, entities: [quote] }) => text.slice(quote!.offset))
      expect(said.join('').replaceAll(/\s/g, '')).toBe(words.replaceAll(/\s/g, ''))
    }
    expect(composeQuoted('Visitor', '\u0007')).toMatchObject([{ text: 'Visitor:\n…' }])
  })

  test('contain no character that hides or reverses text', () => {
    expect(cleaned('a\u0000b\u202ec\u2066d\r\ne\u2028f\n\n\n\n\ng\ud800')).toBe('abcd\ne\nf\n\ng\ufffd')
    expect(oneLine(' a\n b\t c ', 4)).toBe('a b…')
  })
})

describe('contact details [R161]', () => {
  const ann = { name: 'Ann', email: 'ann@example.com', phone: '+44 (0)20 7946 0000' }

  test.each([
    ['Mail me: ann@example.com.', 'Mail me: [email].'],
    ['ann@example.com,bob@x.org', '[email],[email]'],
    ['https://x.example/?m=ann%40example.com&a=1', 'https://x.example/?m=[email]&a=1'],
    ['Call +49 171 1234567 now', 'Call [phone] now'],
    ['(030) 901820', '[phone]'],
    ['Order 12345678, 2030-01-07, 14:30, 1.299,00', 'Order 12345678, 2030-01-07, 14:30, 1.299,00'],
    ['Model 01-02-2030 and 0815', 'Model 01-02-2030 and 0815'],
  ])('%s', (words, passed) => {
    expect(withoutContact(words, null)).toBe(passed)
  })

  test('that are known are found in every spelling', () => {
    for (const words of ['2079460000', '20 7946 0000', '0044 20 7946 0000', '(20) 7946-0000'])
      expect(withoutContact(`It is ${words}!`, { ...ann, phone: '+44 20 7946 0000' })).toBe('It is [phone]!')
  })

  test('are found quickly', () => {
    const begun = performance.now()
    for (const words of ['1 '.repeat(20_000), 'a'.repeat(40_000), '@'.repeat(40_000), '+('.repeat(20_000)])
      withoutContact(words, ann)
    expect(performance.now() - begun).toBeLessThan(2_000)
  })

  test('may be in a URL after its path', () => {
    expect(pageLine('https://x.example/a?b=c#d', 'A\nB', false)).toBe('A B – https://x.example/a')
    expect(pageLine('https://x.example/a?b=c#d', null, true)).toBe('https://x.example/a?b=c#d')
    expect(pageLine(null, 'A', true)).toBe('')
  })
})

describe('the next step', () => {
  const thread: ThreadRow = {
    conversation_id: 'conv_1',
    site: 'demo',
    flat: false,
    topic_id: 7,
    head_id: 8,
    head: null,
    shown: 'waiting',
    shut: false,
    passed_seq: 0,
    parts: 0,
  }
  const message = (given: Partial<ForwardableRow> = {}): ForwardableRow => ({
    id: 'msg_1',
    seq: 1,
    role: 'user',
    text: 'Hello',
    author: null,
    ...given,
  })
  const by = (id: string) => message({ role: 'agent', author: { kind: 'human', id, name: 'N' } })
  const step = (
    given: Partial<Omit<Snapshot, 'thread'>> & {
      thread?: Partial<ThreadRow> | null
      status?: string
      to?: string
      ended?: Snapshot['conversation']['ended_by']
    },
  ) => {
    const { status = 'live', to = null, ended = null, thread: changed, ...more } = given
    const conversation = { status: status as 'live', assigned_to: to, assigned_name: to, ended_by: ended }
    const of = changed === null ? null : { ...thread, ...changed }
    return nextStep({ conversation, messages: [], assistantSpeaks: false, ...more, thread: of })
  }

  test('opens only for waiting visitors, in order', () => {
    expect(step({ thread: null })).toEqual({ kind: 'open' })
    for (const given of [{ to: 'anna@x.example' }, { status: 'bot' }, { status: 'closed' }])
      expect(step({ thread: null, ...given })).toBeUndefined()
    expect(step({ thread: { topic_id: null, head_id: null, shown: null } })).toEqual({ kind: 'topic' })
    expect(step({ thread: { flat: true, topic_id: null, head_id: null, shown: null } })).toEqual({ kind: 'head' })
    expect(step({ thread: { head_id: null, shown: null, shut: true } })).toEqual({ kind: 'reopen' })
    expect(step({})).toBeUndefined()
    expect(step({ status: 'bot', thread: { head_id: null, shown: null } })).toBeUndefined()
  })

  test('forwards messages for the team, and nothing else', () => {
    const passes = (row: ForwardableRow, given: Parameters<typeof step>[0] = {}) =>
      step({ messages: [row], ...given })?.kind === 'pass'
    expect(passes(message())).toBe(true)
    expect(passes(message(), { to: 'telegram:1', thread: { shown: 'taken telegram:1' } })).toBe(true)
    expect(passes(message(), { status: 'closed' })).toBe(true)
    expect(passes(message(), { status: 'bot' })).toBe(false)
    expect(passes(by('anna@x.example'))).toBe(true)
    expect(passes(by('key:k'))).toBe(true)
    expect(passes(by('telegram:1'))).toBe(false)
    expect(passes(message({ role: 'system' }))).toBe(false)
    expect(passes(message({ text: '' }))).toBe(false)
    expect(passes(message({ role: 'agent' }))).toBe(false)
    expect(passes(message({ role: 'agent' }), { assistantSpeaks: true })).toBe(true)
    const mixed = [message({ role: 'system' }), message({ role: 'agent', seq: 2 }), message({ seq: 3 })]
    expect(step({ messages: mixed })).toEqual({ kind: 'skip', seq: 2 })
  })

  test('notifies each new wait with sound, and every other change silently', () => {
    for (const shown of ['bot', 'handedBack', 'missed', 'closed', 'taken N'])
      expect(step({ thread: { shown } })).toEqual({ kind: 'again' })
    expect(step({ to: 'N' })).toEqual({ kind: 'show', shown: 'taken N' })
    const back = (ended: Snapshot['conversation']['ended_by'], shown: string) =>
      step({ status: 'bot', ended, thread: { shown } })
    for (const before of ['waiting', 'taken N']) {
      expect(back('handover.missed', before)).toEqual({ kind: 'show', shown: 'missed' })
      expect(back('handover.ended', before)).toEqual({ kind: 'show', shown: 'handedBack' })
    }
    expect(back('conversation.closed', 'closed')).toEqual({ kind: 'show', shown: 'bot' })
    expect(back('handover.missed', 'missed')).toBeUndefined()
    expect(step({ status: 'closed' })).toEqual({ kind: 'show', shown: 'closed' })
    expect(step({ status: 'closed', thread: { shown: 'closed' } })).toEqual({ kind: 'shut' })
    expect(step({ status: 'closed', thread: { shown: 'closed', shut: true } })).toBeUndefined()
    expect(step({ to: 'N', thread: { shown: 'closed', shut: true } })).toEqual({ kind: 'reopen' })
  })
})

test('commands are parsed with their argument, except those of other bots', () => {
  const read = (text: string) => readCommand({ text } as never, 'Team_bot')
  expect(read('/link  abc ')).toEqual({ name: 'link', argument: 'abc' })
  expect(read('/CLOSE@team_BOT')).toEqual({ name: 'close', argument: '' })
  expect(read('/close@other')).toBe('foreign')
  for (const text of ['close', ' //x', '/', '/ä', 'a /close', '/close-now', `/${'x'.repeat(33)}`])
    expect(read(text)).toBeUndefined()
})
