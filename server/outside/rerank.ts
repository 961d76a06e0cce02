import { z } from 'zod'
import { FailureError, failure, reworded } from '../core/failure.ts'
import { parseJson } from '../core/json.ts'
import type { Dial } from './dial.ts'
import { DialError } from './dial-error.ts'

/** Scores texts by how well they answer a question. */
export type Reranker = {
  /** A score between 0 and 1 for each text, in order. Throws a RerankError. */
  rerank(question: string, texts: string[], signal: AbortSignal): Promise<number[]>
}

/** The message is safe in health and traces: it contains no path and no message content. */
export class RerankError extends FailureError {
  override readonly name = 'RerankError'
}

const timeoutMs = 3_000
const maxBytes = 1_000_000
/** Statuses with which a server rejects the format of the request. */
const otherForm: ReadonlySet<number> = new Set([400, 404, 405, 415, 422])

const Ranked = z.array(z.object({ index: z.int().nonnegative(), score: z.number() })).max(10_000)

/** The two request formats of rerankers: that of llama.cpp, vLLM and Jina, and that of TEI. */
const forms = {
  documents: {
    body: (query: string, texts: string[]) => ({ query, documents: texts, top_n: texts.length }),
    answer: z
      .object({ results: z.array(z.object({ index: z.int().nonnegative(), relevance_score: z.number() })).max(10_000) })
      .transform(({ results }) => results.map(({ index, relevance_score: score }) => ({ index, score }))),
  },
  texts: { body: (query: string, texts: string[]) => ({ query, texts }), answer: Ranked },
}
type Form = keyof typeof forms

type Settings = { rerankUrl?: string | undefined; baseUrl?: string | undefined; apiKey?: string | undefined }

/** The reranker at `ai.rerankUrl`. Its format is detected with the first request. */
export function createReranker({ rerankUrl: url, baseUrl, apiKey }: Settings, dial: Dial): Reranker | undefined {
  if (url === undefined) return undefined
  // The key belongs to the model server and must not be sent elsewhere.
  const isSame = baseUrl !== undefined && new URL(baseUrl).origin === new URL(url).origin
  const headers: Record<string, string> = isSame && apiKey ? { authorization: `Bearer ${apiKey}` } : {}
  let known: Form | undefined
  const ask = async (form: Form, question: string, texts: string[], signal: AbortSignal) => {
    const response = await dial.fetch(url, {
      purpose: 'rerank',
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(forms[form].body(question, texts)),
      maxBytes,
      timeoutMs,
      signal,
    })
    if (response.ok) return toScores(forms[form].answer.parse(parseJson(await response.text())), texts.length)
    await response.body?.cancel()
    if (otherForm.has(response.status) && form !== known) return undefined
    throw new RerankError(statusOf(response))
  }
  return {
    async rerank(question, texts, signal) {
      try {
        for (const form of known ? [known] : (['documents', 'texts'] as const)) {
          const scores = await ask(form, question, texts, signal)
          if (scores) {
            known = form
            return scores
          }
        }
        throw invalidAnswer('The reranker takes the question in no form that is known.')
      } catch (error) {
        known = undefined
        throw toRerankError(error)
      }
    },
  }
}

const statusOf = ({ status }: Response) =>
  failure('reranker_status', `The reranker answers with the status ${status}.`, { status })
const invalidAnswer = (sentence: string) => new RerankError(failure('reranker_invalid', sentence))

/** In the order of the texts, between 0 and 1. Some servers return probabilities, others logits. */
function toScores(ranked: z.infer<typeof Ranked>, count: number): number[] {
  const scores = new Map(ranked.map(({ index, score }) => [index, score]))
  const places = Array.from({ length: count }, (_, place) => place)
  if (scores.size !== count || !places.every((place) => scores.has(place)))
    throw invalidAnswer('The reranker answers with scores that do not fit the texts.')
  const raw = places.map((place) => scores.get(place) as number)
  return raw.every((score) => score >= 0 && score <= 1) ? raw : raw.map((score) => 1 / (1 + Math.exp(-score)))
}

function toRerankError(error: unknown): unknown {
  if (error instanceof DialError) return new RerankError(reworded(error, `The reranker failed. ${error.message}`))
  if (error instanceof SyntaxError || error instanceof z.ZodError)
    return invalidAnswer('The reranker answers with what is not its protocol.')
  return error
}
