import type { MessageContent, Source } from '../../../../shared/message.ts'
import type { Trace } from '../../../../shared/trace.ts'
import type { Written } from './turn.ts'

/** A reply as written by one of the backends, with its details for the trace. */
export type Draft = Pick<Written, 'lead' | 'interrupted' | 'data'> &
  Pick<Trace, 'provider' | 'model' | 'options' | 'promptVersion' | 'calls' | 'leftOut' | 'dropped'> & {
    messages: MessageContent[]
    /** A person was requested. */
    handover?: { reason: string }
    /** An appointment was requested, so the calendar is opened. */
    calendar?: true
    /**
     * The question that the model reports as unanswered; null if it reports none. Undefined if the backend cannot
     * report one.
     */
    unanswered?: string | null
    sources: Source[]
    /** The ids of the passages that were its input. */
    used: ReadonlySet<string>
    tokens: { prompt: number; completion: number; window: number | null }
    ms: { queued: number; firstToken: number | null; model: number }
  }

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
