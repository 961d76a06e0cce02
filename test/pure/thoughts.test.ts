import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { noOutput, streamModel } from '../../server/features/assistant/reply/model-stream.ts'
import { withoutThoughts } from '../../server/features/assistant/reply/thoughts.ts'
import type { ChatModel } from '../../server/outside/model.ts'

const read = (pieces: string[], isHidden = false) => {
  const stage = withoutThoughts(isHidden)
  let text = ''
  for (const piece of pieces) {
    const shown = stage.push(piece)
    if (stage.hasSlipped()) text = ''
    text += shown
  }
  const rest = stage.end()
  return (stage.hasSlipped() ? '' : text) + rest
}

const whole = [
  ['DeepSeek, Qwen', '<think>They ask for hours.</think>\n\nWe are open.'],
  ['in capital letters', '<THINK>They ask.</THINK>We are open.'],
  ['Magistral', '[THINK]They ask for hours.[/THINK]We are open.'],
  ['Kimi', '◁think▷They ask.◁/think▷We are open.'],
  [
    'gpt-oss',
    '<|channel|>analysis<|message|>They ask.<|end|><|start|>assistant<|channel|>final<|message|>We are open.',
  ],
  ['Command', '<|START_THINKING|>They ask.<|END_THINKING|><|START_RESPONSE|>We are open.<|END_RESPONSE|>'],
  ['Gemma', '<|channel>thought\nThey ask.<channel|>We are open.'],
  ['Seed', '<seed:think>They ask.</seed:think>We are open.'],
  ['o1-like', '<|begin_of_thought|>They ask.<|end_of_thought|><|begin_of_solution|>We are open.<|end_of_solution|>'],
  ['tags of other names', '<inner_thoughts>They ask.</inner_thoughts><analysis>Hm.</analysis>We are open.'],
  ['a tag with attributes', '<think time="3">They ask.</think>We are open.'],
  ['marks of other names', '<|thought|>They ask.<|/thought|>We are open.<|endoftext|>'],
  ['marks with an end', '<|reasoning_start|>They ask.<|reasoning_end|>We are open.</s>'],
  ['MedGemma', '<unused94>thought\nThey ask.<unused95>We are open.'],
  [
    'gpt-oss that calls',
    '<|channel|>commentary to=functions.x<|message|>{}<|call|><|channel|>final<|message|>We are open.',
  ],
  ['GLM', '<think>They ask.</think><|begin_of_box|>We are open.<|end_of_box|>'],
  ['a framed answer', '<thought_process>They ask.</thought_process>\n<answer>We are open.</answer>'],
  ['DeepSeek with its end', '<think>They ask.</think>We are open.<｜end▁of▁sentence｜>'],
  ['EXAONE', '<thought>They ask.</thought>We are open.[|endofturn|]'],
  ['Apertus', '<|inner_prefix|>final steps.<|inner_suffix|>We are open.<|assistant_end|>'],
  ['Solar', '<|think|>They ask.<|end|><|begin|>assistant<|content|>We are open.<|end|>'],
  ['Marco', '<Thought>They ask.</Thought>\n<Output>We are open.</Output>'],
  ['a tag in two words', '<antThinking>They ask.</antThinking>We are open.'],
  ['other tags', '<reasoning>They ask.</reasoning><reflection>Hm.</reflection>We are open.'],
] as const

describe('thoughts of a model', () => {
  test.each(whole)('of %s are removed', (_, text) => expect(read([text]).trim()).toBe('We are open.'))

  test.each(whole)('of %s are removed if the prompt held the mark at which they begin', (_, text) => {
    const [, end = ''] = /^(?:<[^>]*>|\[THINK\]|◁think▷)([\s\S]*)$/.exec(text) ?? []
    // These end with a mark that also stands elsewhere.
    if (/<\|end\|>|<channel\|>|<unused95>|<\|call\|>/.test(text)) return
    expect(read([end]).trim()).toBe('We are open.')
    expect(read([end], true).trim()).toBe('We are open.')
  })

  test('stay away if they never end, and an answer without them is shown even if they were expected', () => {
    expect(read(['Yes. <think>and then'])).toBe('Yes. ')
    expect(read(['We are', ' open.'], true)).toBe('We are open.')
    expect(read(['<think>a</think>We are', ' open.'], true)).toBe('We are open.')
  })

  test.each([
    ['gpt-oss', 'analysisThe visitor asks. We must answer.assistantfinalWe are open.'],
    ['Granite', "Here's my thought process: They ask.\n\nHere is my response: We are open."],
    [
      'Granite, with an apostrophe of print',
      'Here’s my thought process:\nThey ask. Here is my response:\nWe are open.',
    ],
    ['Apriel', 'Here are my reasoning steps:\nThey ask.\n[BEGIN FINAL RESPONSE]\nWe are open.\n[END FINAL RESPONSE]'],
    ['Apriel, whose prompt holds the words', 'They ask.\n[BEGIN FINAL RESPONSE]\nWe are open.'],
    ['HyperCLOVA', '/think\nThey ask.<|im_end|>\n<|im_start|>assistant\nWe are open.<|im_end|>'],
    [
      'HyperCLOVA, with the role',
      '<|im_start|>assistant/think\nThey ask.<|im_end|><|im_start|>assistant\nWe are open.',
    ],
  ])('without marks are removed: %s', (_, text) => {
    expect(read([text]).trim()).toBe('We are open.')
    expect(read([...text]).trim()).toBe('We are open.')
  })

  test.each([
    'analysis of your bike costs £5.',
    'Analysis: we are open.',
    'Here is my thought on it.',
    'Our XML:\n```\n<answer>5</answer> <analytics>1</analytics>\n```',
    'Press [Thoughts](https://x.example) or [analysis](https://x.example).',
    'It is <s>five</s',
    'Begin the prompt with `<think>`, then ask.',
    'Write `<think>` before and `</think>` after it, or `<|think|>`.',
    'Like this:\n```xml\n<prompt>\n<think>so</think>\n```\nThat is all.',
    '/think is a command.',
  ])('are not seen in an answer: %s', (text) => {
    expect(read([text])).toBe(text)
    expect(read([...text])).toBe(text)
  })

  test('are removed if there was code in them', () => {
    expect(read(['They ask of `a`, and I say `b</think>We are open.'])).toBe('We are open.')
    expect(read(['<think>They ask of `a.</think>We are open. <think>So.</think>Come.'])).toBe('We are open. Come.')
  })

  test('other brackets stay', () => {
    const text = 'a < b, [link](https://x.example), List<String>, <b>bold</b>, [ ] and <'
    expect(read([text])).toBe(text)
  })

  test('do not depend on how the text is split', () => {
    const part = fc.constantFrom(
      'Hello ',
      '<think>',
      '</think>',
      '[THINK]',
      '[/THINK]',
      'analysisThe ',
      'assistantfinal',
      '<|channel|>',
      'final',
      '<answer>',
      '<|/thought|>',
      '<|inner_prefix|>',
      '<|think|>',
      '[BEGIN FINAL RESPONSE]',
      '/think\n',
      '`',
      '<|end|>',
      '<',
      '[',
      'th',
      '<b>',
      '\u0000',
    )
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 8 }),
        fc.array(fc.nat(60), { maxLength: 8 }),
        fc.boolean(),
        (parts, cuts, isHidden) => {
          const text = parts.join('')
          const places = [0, ...cuts.filter((cut) => cut < text.length).toSorted((a, b) => a - b), text.length]
          const pieces = places.slice(1).map((to, at) => text.slice(places[at], to))
          expect(read(pieces, isHidden)).toBe(read([text], isHidden))
        },
      ),
      { numRuns: 1000 },
    )
  })
})

describe('a model whose template holds the mark at which thoughts begin', () => {
  const pieces = ['Okay, the visitor ', 'asks of hours.\n</th', 'ink>\n\nWe are glad', ' to help.']
  const model = {
    async *chat() {
      for (const text of pieces) yield { kind: 'text', text }
      yield { kind: 'done', usage: { input: 1, output: 1 }, reason: 'stop' }
    },
  } as unknown as ChatModel
  const ask = async () => {
    const shown: string[] = []
    const output = noOutput()
    const request = { messages: [], contextTokens: 100, signal: new AbortController().signal }
    await streamModel(model, request, output, (text) => shown.push(text))
    return { shown: shown.join(''), text: output.text }
  }

  test('is recognised by the end of its first thought: the reply holds none, and none of the next is shown', async () => {
    expect(await ask()).toEqual({
      shown: expect.stringContaining('We are glad to help.'),
      text: 'We are glad to help.',
    })
    expect(await ask()).toEqual({ shown: 'We are glad to help.', text: 'We are glad to help.' })
  })
})

describe('an answer in a format', () => {
  const ask = async (...pieces: string[]) => {
    const model = {
      async *chat() {
        for (const text of pieces) yield { kind: 'text', text }
      },
    } as unknown as ChatModel
    const output = noOutput()
    const request = { messages: [], contextTokens: 100, signal: new AbortController().signal, format: {} }
    const shown: string[] = []
    await streamModel(model, request, output, (text) => shown.push(text))
    return { whole: output.whole, shown: shown.join('') }
  }

  test('is an object and no text, however it is split, in a code block or after thoughts', async () => {
    const object = '{"reply": "We <b>open</b> at 9.", "list": [1, {"name": "show_form"}]}'
    for (const text of [object, `\`\`\`json\n${object}\n\`\`\``, `<think>{"no": 1}</think>\n${object}`])
      for (const pieces of [[text], text.match(/.{1,3}/gs) ?? []])
        expect(await ask(...pieces), text).toEqual({ whole: JSON.parse(object), shown: '' })
  })

  test.each(['{"reply": "We op', 'We open at nine.', '[1]', 'null', ''])(
    'that is no object is none: %s',
    async (text) => {
      expect(await ask(text)).toEqual({ whole: null, shown: '' })
    },
  )
})
