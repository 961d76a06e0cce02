import type { FormField } from './form.ts'

type Asked = Pick<FormField, 'name' | 'label' | 'type' | 'options'>

/**
 * A form's answers as a message, a line for each that there is: the page shows it as the server keeps it.
 * @param ticked stands for a tick
 */
export function answerWords(fields: readonly Asked[], answers: Record<string, string>, ticked = '✓'): string {
  const lines = fields.flatMap(({ name, label, type, options }) => {
    const answer = answers[name]
    if (!answer) return []
    const tick = type === 'checkbox' && (answer === 'true' ? ticked : '–')
    const chosen = options?.find(({ value }) => value === answer)?.label
    return [`${label.replace(/[:?]$/, '')}: ${tick || (chosen ?? answer)}`]
  })
  return lines.join('\n')
}
