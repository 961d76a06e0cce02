import { type Stage, scanStage } from './text-stage.ts'

/** What stands around the names of marks, and the names themselves: any tag of such a name frames a thought. */
const name =
  '(?:[a-z]+[_:-]|ant){0,3}(?:think|thinking|thoughts?|reasoning|reflection|rationale|planning|analysis|scratchpad|monologue|deliberation|cot)'
const tag = new RegExp(
  `^(?:<\\|?|◁|\\[(?=/?think\\]))(/?)(?:(begin|start|end)_(?:of_)?)?${name}(?:[_-](?:process|block|steps?))?(?:_(begin|start|end))?(?:\\s[^<>[\\]]{0,60})?(?:\\|?>|▷|\\])`,
  'i',
)

/** Marks that say by the word behind them what follows, with the words after which it is a thought (all: any), and its ends. */
const channels: { mark: string; hidden: readonly string[] | 'all'; end: RegExp }[] = [
  { mark: '<|channel|>', hidden: ['analysis', 'commentary'], end: /^<\|(?:end|call|return|start|channel)\|>/ },
  { mark: '<|channel>', hidden: ['thought'], end: /^<channel\|>/ },
  { mark: '<unused94>', hidden: 'all', end: /^<unused95>/ },
  { mark: '<|inner_prefix|>', hidden: 'all', end: /^<\|inner_suffix\|>/ },
  // Solar ends a thought as it ends an answer, others with a mark of the same name.
  { mark: '<|think|>', hidden: 'all', end: /^<\|?(?:end|\/think|think_end|end_(?:of_)?think)\|?>/i },
  { mark: '<|im_start|>', hidden: ['assistant/think'], end: /^<\|im_end\|>/ },
  ...['<|start|>', '<|begin|>', '<|start_header_id|>', '<start_of_turn>'].map((mark) => ({
    mark,
    hidden: [],
    end: /^$/,
  })),
]
const words = /^(?:assistant(?:\/think)?|model|final|analysis|commentary|thought)?/
/** Marks around the answer: those of turns, except of calls. */
const turn =
  /^(?:<[|｜](?!\/?(?:tool|python))[\w▁:/-]{1,40}[|｜]>|<channel\|>|<unused95>|<\/?seed:answer>|<\/s>|<[be]os>|<end_of_turn>|\[\/?inst\]|\[end final response\]|\[\|[a-z]{1,20}\|\])/i
/** Frames of the whole answer. Within it, they are an example. */
const wrapper = /^<(\/?)(?:final[_-]?)?(?:answer|response|solution|output|final)>/i
/** Marks before an answer whose template may hold the mark or the words at which the thought begins. */
const ended = /^(?:<\|inner_suffix\|>|\[begin final response\])/i
/** What may become a mark with more text. */
const beginning =
  /^(?:<[|｜/]?[\w▁:/-]{0,50}[|｜]?|<\|?\/?[\w:-]{1,50}\s[^<>[\]]{0,60}\|?|◁\/?[a-z]{0,20}|\[[/|]?[a-z ]{0,22}\|?)$/i
const maxMark = 130

/** Some models write thoughts without marks, but with these words before them and before the answer. */
const phrases = [
  {
    begin: ['here is my thought process:', "here's my thought process:"],
    end: ['here is my response:', "here's my response:"],
  },
  { begin: ['here are my reasoning steps:'], end: ['[begin final response]'] },
  // The template of HyperCLOVA ends with the name of the role, which the model completes.
  { begin: ['/think\n'], end: ['<|im_end|>'] },
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
    const isHidden = hidden === 'all' || hidden.includes(word)
    return { length: mark.length + word.length, ...(isHidden && { end: endAt(end) }) }
  }
  const [end] = ended.exec(rest) ?? []
  if (end !== undefined) return { length: end.length, isEnd: true }
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
    channels.some(({ mark }) => rest.startsWith(mark) && /^[a-z/]{0,16}$/.test(rest.slice(mark.length))))

const mayEndPhrase = (rest: string) =>
  phrases.some(({ end }) => end.some((text) => text.startsWith(rest.toLowerCase())))

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

/** Tells marks that an answer shows as examples, in code, from its own. */
function watchCode() {
  let [inCode, hasExample, last] = [false, false, '']
  return {
    pass(text: string) {
      if (text.split('`').length % 2 === 0) inCode = !inCode
      last = text.at(-1) ?? last
    },
    /** A thought that began unseen may hold code, too: its end is an example only after one, or right behind a quote. */
    isOne({ end, isEnd }: Mark) {
      const isExample = inCode && (isEnd ? hasExample || last === '`' : end !== undefined)
      hasExample ||= isExample
      return isExample
    },
    reset() {
      inCode = false
      hasExample = false
    },
  }
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
  /** Whether a thought ended unseen, the answer has words already, and all of it is framed. */
  let [slipped, begun, framed] = [false, false, false]
  const examples = watchCode()
  const put = (text: string): string => {
    if (awaited) return ''
    begun ||= text.trim() !== ''
    examples.pass(text)
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
      if (isOpen(rest) || mayEndPhrase(rest)) return undefined
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
    if (examples.isOne(mark)) return { length: mark.length, text: put(rest.slice(0, mark.length)) }
    const { length, isEnd, isWrapper } = mark
    framed ||= isWrapper === true
    if (isEnd) {
      slipped = held === undefined
      ;[held, begun] = [undefined, false]
      examples.reset()
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
