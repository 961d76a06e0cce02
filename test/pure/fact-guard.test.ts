import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFactGuard } from '../../server/features/assistant/guard/guard.ts'
import { readSupport } from '../../server/features/assistant/guard/support.ts'
import { cleanReply, replyText } from '../../server/features/assistant/reply/reply-text.ts'
import { readPage } from '../../server/features/knowledge/reading/page.ts'

const page =
  'A puncture costs £14 and takes 20 to 30 minutes. Open Tuesday to Friday 9:00–18:00. Call 01632 960417, ' +
  'write to hello@shop.example or see https://shop.example/a.'

const newGuard = (...texts: string[]) => createFactGuard(() => readSupport(texts), '(unsure)')

/** What a visitor sees of a reply in these pieces, and the claims that were held back. */
function shown(pieces: string[], ...texts: string[]) {
  const guard = newGuard(...(texts.length > 0 ? texts : [page]))
  const stage = replyText(guard.stage())
  const text = pieces.map((piece) => stage.push(piece)).join('') + stage.end()
  return { text, claims: guard.heldBack.map(({ claim }) => claim.text), guard }
}

describe('a sentence with an unsupported claim', () => {
  test.each([
    ['A puncture costs £14. You can wait.', 'A puncture costs £14. You can wait.'],
    ['A puncture costs £99. You can wait.', 'A puncture costs… (unsure) You can wait.'],
    ['Yes. £99 is the price. You can wait.', 'Yes. You can wait.'],
    ['It is £99. Or £98. Fine.', 'It is… (unsure) Or… Fine.'],
    ['It is £99. It was £98. Fine.', 'It is… (unsure) It was… Fine.'],
    ['Hello!\n- £99 for this\n- £14 for that\n\nBye now.', 'Hello!\n- £14 for that\n\nBye now.'],
    ['| Puncture | £99 |\n| Other | £14 |', '| Puncture… (unsure) |\n| Other | £14 |'],
    ['Come on Monday. Or call 01632 960417!', 'Come on… (unsure) Or call 01632 960417!'],
    ['We open at 9:00 and close at half past six. Welcome.', 'We open at… (unsure) Welcome.'],
    ['Visit [us](https://evil.example/?x=1) now. Fine.', 'Visit… (unsure) Fine.'],
    ['See [it](https://shop.example/a) now.', 'See [it](https://shop.example/a) now.'],
    ['It costs **£99**, sorry', 'It costs… (unsure)'],
    ['It costs **£14**, sorry', 'It costs **£14**, sorry'],
    ['Write to me@evil.example. Ok.', 'Write to me… (unsure) Ok.'],
    ['Twenty percent off! Really.', 'Really.'],
    ['On the 3. May we rest. Bye.', 'On the… (unsure) Bye.'],
    ['£99', ''],
  ])('%j becomes %j', (written, expected) => {
    expect(shown([written]).text).toBe(expected)
  })

  test('is reported with its claim', () => {
    const { guard } = shown(['Hello there. A puncture costs £99 here. Bye.'])
    expect(guard.heldBack).toEqual([
      { sentence: 'A puncture costs £99 here.', claim: { kind: 'price', text: '£99', meanings: ['price:9900:gbp'] } },
    ])
  })
})

describe('while it is written', () => {
  test('words are passed on in the tick in which they arrive; only a possible claim waits [R118]', () => {
    const stage = replyText(newGuard(page).stage())
    const pieces = ['We', ' have', ' no', ' idea', ' for', ' a', ' while', ',', ' so', ' it', ' costs', ' £', '14', '.']
    expect(pieces.map((piece) => stage.push(piece))).toEqual([...pieces.slice(0, 11), '', '', ''])
    // The next word shows that the sentence has ended.
    expect([stage.push(' You'), stage.push(' can')]).toEqual(['', ' £14. You can'])
  })

  test('the split into pieces changes nothing', () => {
    const piece = fc.constantFrom(
      ...['A puncture costs', ' £', '14', '£99', '. ', '.', ' ', '\n', '\n- ', '| ', 'on ', 'Monday', 'Tuesday', 'may'],
      ...[
        '9:00',
        '–18:00',
        ' half past ',
        'six',
        '20',
        ' %',
        '**',
        '[x](',
        'https://evil.example/',
        ')',
        '3. Mai',
        '!',
      ],
      ...['for', 'ty', 'Wed', 'nesday', 'p.m.', '01632 960417', '@', 'shop.example', '<b>', '![', 'e.g. ', '…', '😀'],
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.array(fc.nat(9)), (words, cuts) => {
        const text = words.join('')
        const pieces: string[] = []
        for (let at = 0, place = 0; at < text.length; place++) {
          const length = (cuts[place % Math.max(cuts.length, 1)] ?? 0) + 1
          pieces.push(text.slice(at, at + length))
          at += length
        }
        const whole = shown([text])
        expect(shown(pieces)).toMatchObject({ text: whole.text, claims: whole.claims })
      }),
      { numRuns: 500 },
    )
  })

  test('supported text is the same as without the guard', () => {
    const word = fc.constantFrom(
      'We ',
      'are ',
      'open. ',
      'Tuesday ',
      '£14 ',
      '9:00 ',
      '20 minutes! ',
      '\n\n',
      '- ',
      '**so** ',
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), (words) => {
        const text = words.join('')
        expect(shown([text], page, text).text).toBe(cleanReply(text))
      }),
    )
  })

  test.each(['9 ', 'a', '£9', 'Mon ', '[', '*', '1.', '+9 (', 'half past ', '9-', 'a.', '](', 'a@', '. ', '0'])(
    'a megabyte of %j is fast',
    (piece) => {
      const stage = newGuard(page).stage()
      const part = piece.repeat(1000)
      const begun = performance.now()
      for (let given = 0; given < 1_000_000; given += part.length) stage.push(part)
      stage.end()
      expect(performance.now() - begun).toBeLessThan(25_000)
    },
  )
})

describe('answers about the demo business', () => {
  type Answer = { pages: string[]; text: string }
  const url = new URL('../demo-answers.json', import.meta.url)
  const answers = JSON.parse(readFileSync(url, 'utf8')) as { true: Answer[]; false: Answer[] }
  const read = new Map<string, string>()
  const pageOf = (name: string) => {
    const file = new URL(`../../widget/demo/${name}.html`, import.meta.url)
    const markdown =
      read.get(name) ?? readPage(readFileSync(file, 'utf8'), `https://shop.example/${name}.html`).markdown
    read.set(name, markdown)
    return markdown
  }
  const falls = ({ pages, text }: Answer, textOf = pageOf) => shown([text], ...pages.map(textOf)).claims.length > 0

  test('of true ones, however phrased, at most one in a hundred is held back', () => {
    expect(answers.true.length).toBeGreaterThanOrEqual(100)
    const fallen = answers.true.filter((answer) => falls(answer)).map(({ text }) => text)
    expect(fallen.length, fallen.join('\n')).toBeLessThanOrEqual(1)
  })

  test('of false ones, all are held back except those whose value is elsewhere on the page, and distances', () => {
    expect(answers.false.length).toBeGreaterThanOrEqual(80)
    const passed = answers.false.filter((answer) => !falls(answer)).map(({ text }) => text)
    expect(passed.length, passed.join('\n')).toBeLessThanOrEqual(11)
  })

  test('about other businesses, in four languages, written before the guard was tuned, give similar results', () => {
    type Sourced = { sources: Record<string, string>; true: Answer[]; false: Answer[] }
    const others = JSON.parse(readFileSync(new URL('../guard-answers.json', import.meta.url), 'utf8')) as Sourced
    const textOf = (name: string) => others.sources[name] ?? ''
    const fallen = others.true.filter((answer) => falls(answer, textOf)).map(({ text }) => text)
    const passed = others.false.filter((answer) => !falls(answer, textOf)).map(({ text }) => text)
    expect([others.true.length, others.false.length]).toEqual([30, 30])
    expect(fallen).toEqual([])
    expect(passed.length, passed.join('\n')).toBeLessThanOrEqual(3)
  })
})
