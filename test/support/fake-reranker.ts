import { countTokens, embedText } from './embed.ts'
import { type FakeServer, type Seen, sendJson, startFakeServer } from './fake-server.ts'
import { play, type Steps } from './steps.ts'

export type FakeReranker = FakeServer & {
  /** The response instead; undefined: the usual one. */
  instead(write: (seen: Seen) => Steps | undefined): void
}

const wire = {
  type: 'application/json',
  text: (text: string) => text,
  thinking: (text: string) => text,
  tool: () => '',
  error: (text: string) => text,
  done: () => '',
}

/**
 * Starts a server that scores texts by a question, like llama.cpp (`documents`) or TEI (`texts`): by common words, as
 * logits or as probabilities.
 */
export async function startFakeReranker(speaks: 'documents' | 'texts'): Promise<FakeReranker> {
  let instead: (seen: Seen) => Steps | undefined = () => undefined
  const server = await startFakeServer((seen, response) => {
    const steps = instead(seen)
    if (steps) return play(steps, response, wire)
    const { query, [speaks]: given } = seen.json
    if (typeof query !== 'string' || !Array.isArray(given))
      return sendJson(response, 422, { error: `missing field \`${speaks}\`` })
    const scored = given.map((text, index) => ({ index, score: likeness(query, String(text)) }))
    const ranked = scored.sort((one, other) => other.score - one.score)
    if (speaks === 'texts') return sendJson(response, 200, ranked)
    const results = ranked.map(({ index, score }) => ({ index, relevance_score: score * 12 - 8 }))
    sendJson(response, 200, { object: 'list', results, usage: { prompt_tokens: countTokens(query) } })
  })
  return {
    ...server,
    instead(next) {
      instead = next
    },
  }
}

function likeness(one: string, other: string): number {
  const vector = embedText(other)
  return Math.max(
    0,
    embedText(one).reduce((sum, value, at) => sum + value * (vector[at] ?? 0), 0),
  )
}
