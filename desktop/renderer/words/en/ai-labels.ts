import type { Widen } from '../en.ts'

/** Why the assistant sets no labels. */
export const aiLabels = {
  noModel: 'No language model is set up: until there is one, labels are set by the team alone.',
  ownBackend: 'An AI backend of your own answers for this site: labels are set by the team alone.',
  off: 'Automatic summaries are off for this site: the assistant sets labels only where somebody asks for a summary.',
}
export type AiLabelsWords = Widen<typeof aiLabels>
