import type { Widen } from '../en.ts'

/** Why the assistant does not set labels. */
export const aiLabels = {
  noModel: 'No language model is set up, so only the team sets labels.',
  ownBackend: 'An AI backend of your own answers for this site: labels are set by the team alone.',
  off: 'Automatic summaries are off for this site: the assistant sets labels only when somebody requests a summary.',
}
export type AiLabelsWords = Widen<typeof aiLabels>
