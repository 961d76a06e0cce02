import { expect, test } from 'vitest'
import { sourcesText } from '../../server/features/assistant/prompt/prompt-text.ts'
import { joinNeighbours, type PromptPassage } from '../../server/features/assistant/reply/neighbours.ts'

const passage = (document: string, ordinal: number, headingPath = ''): PromptPassage => ({
  ...{ id: `${document}${ordinal}`, document, ordinal, headingPath },
  ...{ title: document, url: `https://shop.example/${document}`, content: `${document} says ${ordinal}.` },
})

test('consecutive passages of a page are merged in page order, at the rank of the best', () => {
  const joined = joinNeighbours([passage('a', 3), passage('b', 1), passage('a', 2), passage('a', 4), passage('a', 7)])
  expect(joined.map(({ id, content }) => [id, content])).toEqual([
    ['a3', 'a says 2.\n\na says 3.\n\na says 4.'],
    ['b1', 'b says 1.'],
    ['a7', 'a says 7.'],
  ])
})

test('headings that they do not share are above their part, once', () => {
  const [joined] = joinNeighbours([
    passage('a', 0, 'Delivery > Abroad'),
    passage('a', 1, 'Delivery > Abroad'),
    passage('a', 2, 'Delivery > Home'),
  ])
  expect(joined).toMatchObject({
    headingPath: 'Delivery',
    content: '### Abroad\n\na says 0.\n\na says 1.\n\n### Home\n\na says 2.',
  })
})

test('a model gets them in one source', () => {
  const text = sourcesText([passage('a', 1), passage('a', 0), passage('b', 0)])
  expect(text.match(/<source /g)).toHaveLength(2)
  expect(text).toContain('a says 0.\n\na says 1.\n</source>')
})
