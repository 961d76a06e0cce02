import { type CheckResults, checkResults } from '../../../../shared/model-check-words.ts'
import type { Widen } from '../en.ts'

/** The check of the model. */
export const modelCheck = {
  title: 'Check',
  hint: 'Measures for up to two minutes whether the model is good enough, with made-up text. Replies to visitors are slower during this time.',
  start: 'Check this model',
  stop: 'Stop checking',
  stopped: 'The check was stopped.',
  failed: (why: string) => `The model was not checked. ${why}`,
  progress: 'Checking the model',
  measuring: (point: string) => `Checking: ${point}`,
  count: (done: string, all: string) => `${done} of ${all}`,
  list: 'Results of the check',
  points: {
    server: 'Model server',
    load: 'Loading',
    reading: 'Time to the first word',
    writing: 'Writing speed',
    cache: 'Prompt cache',
    parallel: 'Simultaneous replies',
    abort: 'Stopped replies',
    window: 'Context window',
    tools: 'Tools',
    thinking: 'Thinking',
    formats: 'Structured output',
    embedding: 'Embeddings',
  },
  levels: { ok: 'OK', warning: 'Warning', problem: 'Problem', unmeasured: 'Not measured' },
  results: checkResults,
}

export type ModelCheckWords = Widen<Omit<typeof modelCheck, 'results'>> & { results: CheckResults }
