import { describe, expect, test } from 'vitest'
import { editDistance } from '../../server/core/edit-distance.ts'
import { languageOf, patternsIn } from '../../server/features/knowledge/lexemes.ts'
import { readWords } from '../../server/features/knowledge/words.ts'

const read = (text: string) => readWords(text).words.map(({ text }) => text)

describe('a text is read as words', () => {
  test.each([
    ['Delivery AND/OR pickup', ['delivery', 'and', 'or', 'pickup']],
    ['What’s it? l’heure, doesn´t', ['what', 'it', 'heure', 'doesn']],
    ['open 9:00-17.30, £4.95', ['open', '9', '00', '17', '30', '4', '95']],
    ['see example.com/path?x=1', ['see', 'example', 'com', 'path', 'x', '1']],
    ['Ｆｕｌｌ ﬁne', ['full', 'fine']],
    ['ÖFFNUNGSZEITEN', ['öffnungszeiten']],
    ['"; drop table x; -- \\ \u0000 🙂', ['drop', 'table', 'x']],
    ['', []],
  ])('%j', (text, words) => {
    expect(read(text)).toEqual(words)
  })

  test('do not contain characters that are not seen', () => {
    expect(read('Kinder\u00adsitz\u00admontage zero\u200bwidth\ufeff word\u2060joiner')).toEqual([
      'kindersitzmontage',
      'zerowidth',
      'wordjoiner',
    ])
  })

  test('a compound is one word with its parts, so that every spelling is found', () => {
    expect(readWords('check‑up covid-19').words).toEqual([
      { text: 'checkup', parts: ['check', 'up'] },
      { text: 'covid', parts: [] },
      { text: '19', parts: [] },
    ])
  })

  test('scripts without spaces are read as 2-grams, next to words', () => {
    expect(readWords('東京駅 is サーバー')).toEqual({
      words: [{ text: 'is', parts: [] }],
      grams: ['東京', '京駅', 'サー', 'ーバ', 'バー'],
      runs: ['東京駅', 'サーバー'],
    })
    expect(readWords('お茶を飲みますか').grams).toEqual(['茶', '飲', 'みま', 'ます', 'すか'])
    expect(readWords('안녕 สวัส 茶').grams).toEqual(['안녕', 'สว', 'วั', 'ัส', '茶'])
  })

  test('a text that is too long for a word is none', () => {
    expect(read(`a ${'x'.repeat(61)} b`)).toEqual(['a', 'b'])
  })
})

test.each([
  ['costs £58', ['#price']],
  ['62 € je Nacht', ['#price']],
  ['from 8:00 to 18:30', ['#time']],
  ['um 15 Uhr', ['#time']],
  ['at 10 am', ['#time']],
  ['call 01234 555 010', ['#phone']],
  ['+49 7543 55501', ['#phone']],
  ['write to hello@shop.example', ['#email']],
  ['14 Church Street, Ashford', ['#address']],
  ['Uferweg 7, 88085 Langenargen', ['#address']],
  ['two hours, order 12345', []],
])('%j contains the kinds %j', (text, kinds) => {
  expect(patternsIn(text)).toEqual(kinds)
})

test.each([
  ['delivri', 'deliveri', 1],
  ['teh', 'the', 1],
  ['same', 'same', 0],
  ['kitten', 'sitting', 3],
  ['abcdef', 'ghijkl', 6],
])('from %j to %j are %i typos', (left, right, slips) => {
  expect(editDistance(left, right, 9)).toBe(slips)
})

test('a locale has the configuration of its language, or the simple one', () => {
  expect(['en', 'de-AT', 'pt_BR', 'nb', 'ja', 'xx', ''].map(languageOf)).toEqual([
    'english',
    'german',
    'portuguese',
    'norwegian',
    'simple',
    'simple',
    'simple',
  ])
})
