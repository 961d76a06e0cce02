import { expect, test } from 'vitest'
import { rankOf } from '../../desktop/renderer/keys/rank.ts'
import { partsOf } from '../../desktop/renderer/ui/highlighted.tsx'

test('the palette ranks what begins with the words first, and letters here and there are no match', () => {
  const all = [
    'Go to Unassigned',
    'Balanced',
    'Notes on alan',
    'Alan Whitby',
    'alan',
    'Go to Assistant',
    'A label on a name',
  ]
  const found = all.map((text) => ({ text, rank: rankOf(text, 'alan') })).filter(({ rank }) => rank > 0)
  expect(found.toSorted((a, b) => b.rank - a.rank).map(({ text }) => text)).toEqual([
    'alan',
    'Alan Whitby',
    'Notes on alan',
    'Balanced',
  ])
})

test.each([
  ['Élodie', 'elo', 90],
  ['Hand back to the assistant', 'ha assi', 70],
  ['Website', 'widget', 30],
  ['Website', 'telegram', 0],
  ['王小明', '小明', 50],
])('“%s” for “%s” ranks %i', (text, typed, rank) => {
  expect(rankOf(text, typed, 'widget install')).toBe(rank)
})

test('matches are marked in any spelling that the search takes for the same', () => {
  const marked = (text: string, words: string) =>
    partsOf(text, words)
      .map(({ part, isMatch }) => (isMatch ? `[${part}]` : part))
      .join('')
  expect(marked('Bike, BIKE and a bi', 'bike')).toBe('[Bike], [BIKE] and a bi')
  expect(marked('bike', '')).toBe('bike')
  expect(marked('İ bike', 'bike')).toBe('İ [bike]')
  expect(marked('Où est ma commande déjà payée ?', 'deja')).toBe('Où est ma commande [déjà] payée ?')
  expect(marked('It’s the Größe', "it's")).toBe('[It’s] the Größe')
  expect(marked('It’s the Größe', 'grosse')).toBe('It’s the [Größe]')
  expect(marked('Call +49 (0)30 12-34 now', '+49301234')).toBe('Call [+49 (0)30 12-34] now')
  expect(marked('Kinder\u00adsitz', 'kindersitz')).toBe('[Kinder\u00adsitz]')
})
