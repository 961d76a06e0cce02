import { type Stage, scanStage } from './text-stage.ts'

/** What families of models write around their thoughts, if their server does not take it away. */
const frames = [
  ...['think', 'thinking', 'thought', 'thoughts', 'reasoning', 'reflection', 'scratchpad', 'seed:think'].map(
    (name) => [`<${name}>`, `</${name}>`] as const,
  ),
  ['[think]', '[/think]'],
  ['◁think▷', '◁/think▷'],
  ['<|thinking|>', '<|/thinking|>'],
  ['<|begin_of_thought|>', '<|end_of_thought|>'],
  ['<|start_thinking|>', '<|end_thinking|>'],
  ['<|channel|>analysis', '<|end|>'],
  ['<|channel|>commentary', '<|end|>'],
  ['<|channel>thought', '<channel|>'],
] as const

/** What they write around the answer itself. */
const marks = [
  ...['<|start|>assistant', '<|channel|>final', '<|message|>', '<|end|>', '<|return|>', '<|call|>', '<channel|>'],
  ...['<|start_response|>', '<|end_response|>', '<|begin_of_solution|>', '<|end_of_solution|>', '<seed:answer>'],
  ...['[begin final response]', '[end final response]', '<|im_end|>', '<|eot_id|>', '<end_of_turn>'],
]

/** An end that also stands elsewhere says nothing about the text before it. */
const ends = frames.map(([, end]) => end).filter((end) => !marks.includes(end))
const longest = Math.max(...[...frames.flat(), ...marks].map(({ length }) => length))

export type Thoughts = Stage & {
  /** Whether a thought ended that had not begun: what was passed on before was one. Reading it clears it. */
  hasSlipped(): boolean
}

/**
 * Removes a model's thoughts from its text. Some templates of prompts hold the mark at which thoughts begin, so that the
 * text has only the one at which they end: then all before it was a thought.
 * @param isHidden whether the model was seen to do so: its beginning is held back until the mark or the end comes
 */
export function withoutThoughts(isHidden: boolean): Thoughts {
  /** The mark that ends the thought; empty outside of one. */
  let awaited = ''
  /** What may be a thought; undefined once it is known. */
  let held = isHidden ? '' : undefined
  let slipped = false
  const put = (text: string): string => {
    if (awaited !== '') return ''
    if (held === undefined) return text
    held += text
    return ''
  }
  const release = (): string => {
    const text = held ?? ''
    held = undefined
    return text
  }
  const read = (rest: string, isOver: boolean) => {
    const start = rest.slice(0, longest).toLowerCase()
    const wanted = awaited === '' ? [...frames.map(([begin]) => begin), ...ends, ...marks] : [awaited]
    const mark = wanted.filter((one) => start.startsWith(one)).toSorted((a, b) => b.length - a.length)[0]
    if (!isOver && wanted.some((one) => one.length > (mark?.length ?? 0) && one.startsWith(start))) return undefined
    if (mark === undefined) return { length: 1, text: put(rest.slice(0, 1)) }
    const { length } = mark
    if (awaited !== '') awaited = ''
    else if (ends.includes(mark as (typeof ends)[number])) {
      slipped = held === undefined
      held = undefined
      return { length, text: slipped ? slip : '' }
    } else awaited = frames.find(([begin]) => begin === mark)?.[1] ?? ''
    return { length, text: awaited === '' ? '' : release() }
  }
  const stage = scanStage(() => /[<[◁]/, read, put)
  const afterSlip = (text: string) => text.slice(text.lastIndexOf(slip) + 1)
  return {
    push: (text) => afterSlip(stage.push(text.replaceAll(slip, ''))),
    end: () => afterSlip(stage.end()) + release(),
    hasSlipped() {
      const had = slipped
      slipped = false
      return had
    },
  }
}

/** Stands for the end of a thought within a piece of text. */
const slip = '\u0000'
