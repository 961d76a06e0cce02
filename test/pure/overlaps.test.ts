import { describe, expect, test } from 'vitest'
import { linesThatRepeat } from '../../server/features/assistant/prompt/prompt-versions.ts'
import { promptLimit } from '../../shared/prompt.ts'
import { Settings } from '../../shared/settings.ts'

const settings = Settings.parse({ botName: 'Bo', businessName: 'Harbour Bikes' })
const repeated = (text: string) => linesThatRepeat(text, settings, 'demo')

describe('[R248] a line repeats a setting', () => {
  test.each([
    ['tone', 'Be friendly and warm.'],
    ['tone', 'Your tone is professional.'],
    ['tone', 'Sei immer höflich.'],
    ['length', 'Keep your answers short.'],
    ['length', 'Write at most three sentences.'],
    ['length', 'Antworte knapp.'],
    ['prices', 'Never mention prices.'],
    ['prices', 'Nenne keine Preise.'],
    ['goal', 'Always ask for an email address.'],
    ['goal', 'Offer an appointment at the end.'],
    ['goal', 'Biete einen Rückruf an.'],
    ['language', 'Answer in the language of the visitor.'],
    ['language', 'Antworte auf Deutsch.'],
    ['the assistant’s name', '- You are Bo, a helpful assistant.'],
    ['the business’s name', 'You work for Harbour Bikes in Marlow.'],
  ])('%s: %s', (_, line) => {
    expect(repeated(`We rent bikes.\n  ${line}\nThe harbour is open.`)).toEqual([line])
  })

  test.each([
    'We rent bikes by the hour.',
    'A day costs £20, a week £90.',
    'If the visitor asks for group bookings, name the Saturday tour.',
    'The workshop of Harbour Bikes is closed on Mondays.',
    'Deposits are refunded within two days.',
    'Ask which size the visitor wears.',
    'Use {{order_lookup}} when somebody asks where an order is.',
    'Wir öffnen um neun.',
    '',
  ])('but not: %s', (line) => {
    expect(repeated(line)).toEqual([])
  })

  test('the site’s name replaces a missing business name, and an empty name matches nothing', () => {
    const unnamed = { ...settings, businessName: '' }
    expect(linesThatRepeat('You are the voice of Demo.', unnamed, 'Demo')).toHaveLength(1)
    expect(linesThatRepeat('You are here to help.', { ...unnamed, botName: 'Bo' }, '')).toEqual([])
  })

  test('a limited number of lines of a long text is reported', () => {
    expect(repeated('be '.repeat(promptLimit / 3))).toEqual([])
    expect(repeated('Be kind, be brief\n'.repeat(900))).toHaveLength(50)
  })
})
