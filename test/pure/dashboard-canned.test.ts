import { describe, expect, test } from 'vitest'
import { fillVariables, matchCanned } from '../../desktop/renderer/live/canned.ts'
import { matchEmoji } from '../../desktop/renderer/screens/inbox/composer/emoji.ts'
import { findTrigger, insertSuggestion } from '../../desktop/renderer/screens/inbox/composer/suggestions.ts'
import { charactersOver } from '../../desktop/renderer/screens/inbox/composer/writing.ts'
import type { CannedReply } from '../../shared/canned-reply.ts'

const reply = (shortcut: string, title: string, text: string): CannedReply => {
  const actions = { addLabels: [], assignTo: null, snooze: null, close: false, note: '' }
  const made = { actions, createdBy: 'anna@shop.example', createdAt: 0, updatedAt: 0 }
  return { id: `can_${shortcut}`, shortcut, title, text, ...made }
}

const replies = [
  reply('thanks', 'Say thanks', 'Thank you for writing.'),
  reply('hours', 'Opening hours', 'We are open from nine to five.'),
  reply('hello', '', 'Hello {{visitor.firstName}}, this is {{agent.name}}.'),
  reply('Öffnung', 'Zeiten', 'Von neun bis fünf.'),
]
const found = (typed: string) => matchCanned(replies, typed).map(({ shortcut }) => shortcut)

describe('canned replies', () => {
  test('shortcuts that begin with what was typed come first, then titles, then texts', () => {
    expect(found('h')).toEqual(['hello', 'hours', 'thanks'])
    expect(found('hours')).toEqual(['hours'])
    expect(found('open')).toEqual(['hours'])
    expect(found('thank you')).toEqual(['thanks'])
    expect(found('')).toHaveLength(4)
    expect(found('nothing like it')).toEqual([])
  })

  test('case and accents do not matter', () => {
    expect(found('OFFN')).toEqual(['Öffnung'])
    expect(found('funf')).toEqual(['Öffnung'])
  })

  test('eight at most', () => {
    const many = Array.from({ length: 50 }, (_, at) => reply(`r${at}`, '', 'x'))
    expect(matchCanned(many, 'r')).toHaveLength(8)
  })
})

describe('variables', () => {
  const fillings = {
    visitor: { name: 'Ada Lovelace', email: 'ada@example.com' },
    agent: { name: 'Anna Marsh' },
    business: { name: 'The Bike Shop' },
    site: { name: 'The shop' },
  }

  test('are filled in', () => {
    const text =
      '{{visitor.name}}|{{visitor.firstName}}|{{ visitor.email }}|{{agent.name}}|{{agent.firstName}}|{{business.name}}|{{site.name}}'
    expect(fillVariables(text, fillings)).toBe(
      'Ada Lovelace|Ada|ada@example.com|Anna Marsh|Anna|The Bike Shop|The shop',
    )
  })

  test('where a value is missing, the space before it goes too', () => {
    const unknown = { ...fillings, visitor: { name: null, email: null } }
    expect(fillVariables('Hello {{visitor.firstName}}, how are you?', unknown)).toBe('Hello, how are you?')
    expect(fillVariables('{{visitor.name}}!', unknown)).toBe('!')
  })

  test('a name that is not known stays as it was written', () => {
    expect(fillVariables('{{visitor.password}} {{constructor}} {{}}', fillings)).toBe(
      '{{visitor.password}} {{constructor}} {{}}',
    )
  })

  test('[threat 20] what a value holds is not read again', () => {
    const tricky = { ...fillings, visitor: { name: '{{agent.name}} $& $1', email: null } }
    expect(fillVariables('Hi {{visitor.name}}', tricky)).toBe('Hi {{agent.name}} $& $1')
  })
})

describe('what is being typed', () => {
  const at = (text: string, mode: 'reply' | 'note' = 'reply') => findTrigger(text, text.length, mode)

  test('a slash at the beginning of a word asks for canned replies, in a reply alone', () => {
    expect(at('/he')).toEqual({ kind: 'canned', typed: 'he', from: 0, to: 3 })
    expect(at('Dear Ada\n/')).toMatchObject({ typed: '', from: 9 })
    for (const text of ['and/or', 'https://shop', '1/2', '/two words', '/he']) {
      const wanted = text === '/he' ? at(text, 'note') : at(text)
      expect(wanted).toBeUndefined()
    }
  })

  test('an @ asks for people, in a note alone; an email address does not', () => {
    expect(at('ask @an', 'note')).toMatchObject({ kind: 'person', typed: 'an' })
    expect(at('ask @an')).toBeUndefined()
    expect(at('anna@shop', 'note')).toBeUndefined()
  })

  test('a colon and two letters ask for emoji; a time of day does not', () => {
    expect(at('fine :th')).toMatchObject({ kind: 'emoji', typed: 'th' })
    expect(at('at 10:30')).toBeUndefined()
    expect(at('note: x')).toBeUndefined()
    expect(matchEmoji('th').map(([emoji]) => emoji)).toContain('👍')
  })

  test('only what stands before the caret counts, and what is put in stands in its place', () => {
    const text = 'Say /he now'
    const trigger = findTrigger(text, 7, 'reply')
    expect(trigger).toEqual({ kind: 'canned', typed: 'he', from: 4, to: 7 })
    expect(insertSuggestion(text, trigger!, 'hello')).toEqual({ text: 'Say hello now', caret: 9 })
    expect(findTrigger('x'.repeat(100_000), 100_000, 'reply')).toBeUndefined()
  })

  test('[R154] a reply is too long from 4,001 characters on, a note from 5,001', () => {
    expect([charactersOver('🙂'.repeat(4000), 'reply'), charactersOver('🙂'.repeat(4002), 'reply')]).toEqual([0, 2])
    expect([charactersOver('a'.repeat(5000), 'note'), charactersOver('a'.repeat(5001), 'note')]).toEqual([0, 1])
  })
})
