import type { MessageContent, Source } from '../../../shared/message.ts'
import type { Trace } from '../../../shared/trace.ts'
import type { Written } from './turn.ts'

/** A reply as one of the backends made it, with what the trace is to say of that. */
export type Draft = Pick<Written, 'lead' | 'interrupted'> &
  Pick<Trace, 'provider' | 'model' | 'options' | 'promptVersion' | 'calls' | 'leftOut' | 'dropped'> & {
    messages: MessageContent[]
    /** A person was asked for. */
    handover?: { reason: string }
    /** The question that a model says it has no answer to; null: it says of none. Without it, nobody could say so. */
    unanswered?: string | null
    sources: Source[]
    /** The ids of the passages that it was written from. */
    used: ReadonlySet<string>
    tokens: { prompt: number; completion: number; window: number | null }
    ms: { queued: number; firstToken: number | null; model: number }
  }

/** A draft in which nothing has happened yet. */
export const emptyDraft = (provider: Trace['provider']): Omit<Draft, 'handover'> => ({
  provider,
  model: null,
  options: {},
  promptVersion: null,
  calls: [],
  leftOut: [],
  dropped: [],
  interrupted: false,
  messages: [],
  sources: [],
  used: new Set(),
  tokens: { prompt: 0, completion: 0, window: null },
  ms: { queued: 0, firstToken: null, model: 0 },
})

export const textMessage = (text: string): MessageContent => ({ type: 'text', text })
