import type { FormField } from './form.ts'

type AnsweredField = Pick<FormField, 'name' | 'label' | 'type' | 'options'>

/**
 * The answers to a form as a message with one line per answer. The page renders it exactly as the server stores it.
 * @param ticked replaces the value of a ticked checkbox
 */
export function answerWords(fields: readonly AnsweredField[], answers: Record<string, string>, ticked = '✓'): string {
  const lines = fields.flatMap(({ name, label, type, options }) => {
    const answer = answers[name]
    if (!answer) return []
    const tick = type === 'checkbox' && (answer === 'true' ? ticked : '–')
    const chosen = options?.find(({ value }) => value === answer)?.label
    return [`${label.replace(/[:?]$/, '')}: ${tick || (chosen ?? answer)}`]
  })
  return lines.join('\n')
}
