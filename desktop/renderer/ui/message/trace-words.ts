import type { Trace, TracePassage } from '../../../../shared/trace.ts'
import type { Words } from '../../words/en.ts'

type TraceWords = Words['conversation']['trace']

/** Formatters of numbers and durations. */
type Times = { lasted(ms: number): string; number(value: number): string }

/** A reply's trace in one line: found 6 passages, used 2 · prompt v14 · 1.2 s */
export function traceLine({ passages, promptVersion, ms, provider }: Trace, words: TraceWords, times: Times): string {
  const used = passages.filter((passage) => passage.used).length
  const prompt = promptVersion === null ? words.noPrompt : words.prompt(promptVersion)
  const parts = provider === 'http' ? [] : [words.found(passages.length, used), prompt]
  return [...parts, times.lasted(ms.total)].join(' · ')
}

/** The same in sentences, most important first. */
export function traceSentences(
  trace: Trace,
  words: TraceWords,
  why: (call: Trace['calls'][number]) => string = ({ error }) => error ?? '',
): string[] {
  const { provider, query, foundNothing, outcome, error, calls, leftOut, dropped } = trace
  const sentences: (string | false)[] = [
    provider === 'http' && words.connector,
    outcome === 'failed' && words.failedWith(error ?? ''),
    outcome === 'interrupted' && words.interrupted,
    query !== '' && words.searched(query),
    foundNothing && words.nothing,
    provider === 'none' && !foundNothing && words.quoted,
    ...calls.map((call) => (call.ok ? words.called(call.name) : words.callFailed(call.name, why(call)))),
    ...dropped.map(({ sentence, claim }) => words.dropped(sentence, claim)),
    ...leftOut.map(({ part, count }) => words.leftOut(count, words.parts[part])),
  ]
  return sentences.filter((sentence) => sentence !== false)
}

/** What happened to a passage: used, or why it was left out. */
export const passageOutcome = ({ used, reason }: TracePassage, words: TraceWords): string =>
  used || reason === null ? words.usedPassages : words.reasons[reason]

/** The available figures, each with its name. */
export function traceFigures(trace: Trace, words: TraceWords, times: Times): [name: string, value: string][] {
  const { ms, tokens, model, neurons, provider } = trace
  const read =
    tokens.window === null
      ? words.tokensOnly(times.number(tokens.prompt))
      : words.tokensRead(times.number(tokens.prompt), times.number(tokens.window))
  const figures: [string, string | null][] = [
    [words.model, model === null ? words.noModel : `${model} (${provider})`],
    [words.time, times.lasted(ms.total)],
    [words.search, times.lasted(ms.search)],
    [words.queued, ms.queued > 0 ? times.lasted(ms.queued) : null],
    [words.firstToken, ms.firstToken === null ? null : times.lasted(ms.firstToken)],
    [words.writing, ms.model > 0 ? times.lasted(ms.model) : null],
    [words.tokens, tokens.prompt > 0 ? `${read}, ${words.tokensWritten(times.number(tokens.completion))}` : null],
    [words.neurons, times.number(neurons)],
  ]
  return figures.filter((figure): figure is [string, string] => figure[1] !== null)
}
