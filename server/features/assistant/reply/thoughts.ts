import { type Stage, scanStage } from './text-stage.ts'

/** What stands around the names of marks, and the names themselves: any tag of such a name frames a thought. */
const name =
  '(?:[a-z]+[_:-]){0,3}(?:think|thinking|thoughts?|reasoning|reflection|analysis|scratchpad|monologue|deliberation|cot)'
const tag = new RegExp(
  `^(?:<\\|?|◁|\\[(?=/?think\\]))(/?)(?:(begin|start|end)_(?:of_)?)?${name}(?:[_-](?:process|block|steps?))?(?:_(begin|start|end))?(?:\\s[^<>]{0,60})?(?:\\|?>|▷|\\])`,
  'i',
)

/** Marks that say by the word behind them what follows, with the words after which it is a thought, and its ends. */
const channels = [
  { mark: '<|channel|>', hidden: ['analysis', 'commentary'], end: /^<\|(?:end|call|return|start|channel)\|>/ },
  { mark: '<|channel>', hidden: ['thought'], end: /^<channel\|>/ },
  { mark: '<unused94>', hidden: ['', 'thought'], end: /^<unused95>/ },
  ...['<|start|>', '<|im_start|>', '<|start_header_id|>', '<start_of_turn>'].map((mark) => ({
    mark,
    hidden: [] as string[],
    end: /^$/,
  })),
]
const words = /^(?:assistant|model|final|analysis|commentary|thought)?/
/** Marks around the answer: those of turns, except of calls. */
const turn =
  /^(?:<[|｜](?!\/?(?:tool|python))[\w▁:/-]{1,40}[|｜]>|<channel\|>|<unused95>|<\/?seed:answer>|<\/s>|<[be]os>|<end_of_turn>|\[\/?inst\]|\[(?:begin|end) final response\]|\[\|[a-z]{1,20}\|\])/i
/** Frames of the whole answer. Within it, they are an example. */
const wrapper = /^<(\/?)(?:final[_-]?)?(?:answer|response|solution|final)>/i
/** What may become a mark with more text. */
const beginning =
  /^(?:<[|｜/]?[\w▁:/-]{0,50}[|｜]?|<\|?[\w:-]{1,50}\s[^<>]{0,60}\|?|◁\/?[a-z]{0,20}|\[[/|]?[a-z ]{0,22}\|?)$/i
const maxMark = 130

/** Some models write thoughts without marks, but with these words before them and before the answer. */
const phrases = [
  {
    begin: ['here is my thought process:', "here's my thought process:"],
    end: ['here is my response:', "here's my response:"],
  },
  // gpt-oss, behind a server that drops its marks: the words then stand directly before the next.
  { begin: ['analysis'], end: ['assistantfinal'] },
] as const

export type Thoughts = Stage & {
  /** Whether a thought ended that had not begun: what was passed on before was one. Reading it clears it. */
  hasSlipped(): boolean
}

/** A mark at the beginning of a text. `end`: it begins a thought, which ends there. `isEnd`: it ends one. */
type Mark = { length: number; end?: End; isEnd?: boolean; isWrapper?: boolean }
type End = { first: RegExp; read(rest: string): number | undefined }

const tagEnd: End = {
  first: /[<[◁]/,
  read: (rest) => {
    const found = tag.exec(rest)
    return found && isEndTag(found) ? found[0].length : undefined
  },
}
const endAt = (end: RegExp): End => ({ first: /</, read: (rest) => end.exec(rest)?.[0].length })
const endOf = (ends: readonly string[]): End => ({
  first: new RegExp(`[${ends[0]?.[0]}]`, 'i'),
  read: (rest) => ends.find((end) => rest.toLowerCase().startsWith(end))?.length,
})
const isEndTag = ([, slash, before, behind]: RegExpExecArray) =>
  slash === '/' || [before, behind].some((one) => /end/i.test(one ?? ''))

function markOf(rest: string): Mark | undefined {
  for (const { mark, hidden, end } of channels) {
    if (!rest.startsWith(mark)) continue
    const [word = ''] = words.exec(rest.slice(mark.length)) ?? []
    return { length: mark.length + word.length, ...(hidden.includes(word) && { end: endAt(end) }) }
  }
  const tagged = tag.exec(rest)
  if (tagged) return { length: tagged[0].length, ...(isEndTag(tagged) ? { isEnd: true } : { end: tagEnd }) }
  const wrapped = wrapper.exec(rest)
  if (wrapped) return { length: wrapped[0].length, isWrapper: true }
  const [whole] = turn.exec(rest) ?? []
  return whole === undefined ? undefined : { length: whole.length }
}

/** Whether more text can make another mark of it. */
const isOpen = (rest: string): boolean =>
  rest.length < maxMark &&
  (beginning.test(rest) ||
    channels.some(({ mark }) => rest.startsWith(mark) && /^[a-z]{0,10}$/.test(rest.slice(mark.length))))

/** The thought that a text begins with in words; null if more text must come. */
function phraseOf(rest: string): Mark | null | undefined {
  const start = rest.slice(0, 30).toLowerCase().replace('’', "'")
  for (const { begin, end } of phrases)
    for (const one of begin) {
      if (start.length <= one.length && one.startsWith(start)) return null
      const isWord = /^analysis/i.test(rest) && !/^analysis\p{Lu}/u.test(rest)
      if (start.startsWith(one) && !isWord) return { length: one.length, end: endOf(end) }
    }
  return undefined
}

/**
 * Removes a model's thoughts from its text. Some templates of prompts hold the mark at which thoughts begin, so that the
 * text has only the one at which they end: then all before it was a thought.
 * @param isHidden whether the model was seen to do so: its beginning is held back until the mark or the end comes
 */
export function withoutThoughts(isHidden: boolean): Thoughts {
  /** The end of the thought; undefined outside of one. */
  let awaited: End | undefined
  /** What may be a thought; undefined once it is known. */
  let held = isHidden ? '' : undefined
  let slipped = false
  /** Whether the answer has words already, and whether all of it is framed. */
  let [begun, framed] = [false, false]
  const put = (text: string): string => {
    if (awaited) return ''
    begun ||= text.trim() !== ''
    if (held === undefined) return text
    held += text
    return ''
  }
  const release = (): string => {
    const text = held ?? ''
    held = undefined
    return text
  }
  const readEnd = (end: End, rest: string, isOver: boolean) => {
    const length = end.read(rest)
    if (length === undefined && !isOver && rest.length < maxMark) {
      const isPhrase = phrases.some((one) => one.end.some((text) => text.startsWith(rest.toLowerCase())))
      if (isOpen(rest) || isPhrase) return undefined
    }
    if (length !== undefined) [awaited, begun] = [undefined, false]
    return { length: length ?? 1, text: '' }
  }
  const read = (rest: string, isOver: boolean) => {
    if (awaited) return readEnd(awaited, rest, isOver)
    const phrase = begun ? undefined : phraseOf(rest)
    if (phrase === null && !isOver) return undefined
    if (!phrase && !isOver && isOpen(rest)) return undefined
    const mark = phrase ?? markOf(rest)
    if (!mark || (mark.isWrapper && begun && !framed)) return { length: 1, text: put(rest.slice(0, 1)) }
    const { length } = mark
    framed ||= mark.isWrapper === true
    if (mark.isEnd) {
      slipped = held === undefined
      ;[held, begun] = [undefined, false]
      return { length, text: slipped ? slip : '' }
    }
    awaited = mark.end
    return { length, text: awaited ? release() : '' }
  }
  const stage = scanStage(() => awaited?.first ?? (begun ? /[<[◁]/ : /\S/), read, put)
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
