import { z } from 'zod'
import { ErrorParams } from './error.ts'

export const CheckPointName = z.enum([
  'server',
  'load',
  'reading',
  'writing',
  'cache',
  'parallel',
  'abort',
  'window',
  'tools',
  'thinking',
  'formats',
  'embedding',
])
export type CheckPointName = z.infer<typeof CheckPointName>

/** The results of a check, with the names of their `params`. Clients translate them. */
export const checkReasons = {
  // The server
  server_local: ['server', 'model', 'window'],
  server_cloud: ['server', 'model', 'window', 'host'],
  no_model: [],
  own_backend: [],
  unreachable: ['url'],
  not_model_server: ['url'],
  key_refused: ['url'],
  model_missing: ['model'],
  model_cannot_chat: ['model'],
  no_chat_model: [],
  still_loading: [],
  queue_full: [],
  call_failed: ['detail'],
  // Loading
  loaded: ['seconds', 'window'],
  was_loaded: ['window'],
  other_window: ['window', 'loaded'],
  // Speed
  begins: ['seconds', 'limit', 'tokens', 'perSecond'],
  begins_slowly: ['seconds', 'limit', 'tokens', 'perSecond', 'smaller'],
  begins_late: ['seconds', 'limit', 'needed', 'tokens', 'perSecond', 'smaller'],
  begins_never: ['seconds', 'limit', 'smaller'],
  writes: ['perSecond'],
  writes_slowly: ['perSecond', 'smaller'],
  writes_crawling: ['perSecond', 'smaller'],
  // Simultaneous requests
  parallel: ['concurrency'],
  one_at_a_time: [],
  concurrency_too_high: ['concurrency'],
  // The prefix cache
  cache_used: ['percent'],
  cache_unneeded: ['seconds'],
  cache_unused: ['percent'],
  // Tools and structured output
  tools_work: [],
  tools_none: [],
  tools_dropped: [],
  tools_not_called: [],
  tools_result_ignored: [],
  formats_work: ['count'],
  formats_refused: ['names'],
  formats_ignored: ['names'],
  // Thinking
  thinking_none: [],
  thinking_works: [],
  thinking_stays_on: [],
  thinking_endless: [],
  // The window
  window_refused: ['window'],
  window_larger: ['window', 'tokens'],
  window_cut: ['window', 'tokens'],
  // Aborted requests
  abort_works: ['seconds'],
  abort_ignored: ['seconds'],
  // Embeddings
  embedding_works: ['model', 'count', 'seconds'],
  embedding_none: ['suggested'],
  embedding_english: ['model', 'suggested'],
  embedding_without_vectors: [],
  embedding_too_long: ['model'],
  embedding_evicts: ['model', 'chat'],
  // Any point
  no_time: [],
  too_short: [],
  large_window: ['window'],
  // The verdict
  good: ['seconds', 'limit', 'perSecond'],
  slow: ['seconds', 'limit', 'perSecond', 'smaller'],
  too_slow: ['seconds', 'limit', 'perSecond', 'smaller'],
  too_late: ['seconds', 'limit', 'smaller'],
  unusable: [],
  unknown: [],
} as const satisfies Record<string, readonly string[]>
export type CheckReason = keyof typeof checkReasons
export type CheckParams<R extends CheckReason = CheckReason> = Record<(typeof checkReasons)[R][number], string | number>

const reasons = Object.keys(checkReasons) as [CheckReason, ...CheckReason[]]
const CheckReason = z
  .enum(reasons)
  .meta({ id: 'CheckReason', description: 'The result of a point or of the whole check. More reasons may be added.' })

const result = {
  reason: CheckReason,
  params: ErrorParams.describe('The values in the text.'),
  message: z.string().describe('The result in one sentence.'),
  advice: z.string().nullable().describe('What to do about it, if anything.'),
}

export const CheckPoint = z
  .object({
    point: CheckPointName,
    level: z.enum(['ok', 'warning', 'problem', 'unmeasured']),
    ...result,
  })
  .meta({ id: 'CheckPoint', description: 'One result of a check of the model.' })
export type CheckPoint = z.infer<typeof CheckPoint>

export const ModelCheck = z
  .object({
    model: z.string().nullable().describe('The model that was checked; null if there is none.'),
    points: z.array(CheckPoint),
    verdict: z
      .object({
        level: z
          .enum(['good', 'slow', 'unusable', 'unknown'])
          .describe('`slow`: usable. `unknown`: too little was measured in the time for it.'),
        ...result,
      })
      .describe('Whether the model is good enough for replies to visitors, from what was measured.'),
  })
  .meta({ id: 'ModelCheck', description: 'The result of a check of the model.' })
export type ModelCheck = z.infer<typeof ModelCheck>
