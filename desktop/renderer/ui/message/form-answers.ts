import type { StoredMessage } from '../../../../shared/message.ts'

/** An answer of a form, with its label. */
export type Answered = { label: string; answer: string }

type Sent = Pick<StoredMessage, 'payload' | 'role'>

/** The action of a visitor's message: the message that it answers, and the value. */
export function pressed({ payload, role }: Sent): { id: string; value: string } | undefined {
  // Either as stored, or as in the event that brought it.
  const action = role === 'user' ? (payload?.action ?? payload) : undefined
  if (typeof action !== 'object' || action === null) return undefined
  const { id, value } = action as Record<string, unknown>
  return typeof id === 'string' ? { id, value: typeof value === 'string' ? value : '' } : undefined
}

/**
 * The answers of a visitor to a form, by field; undefined if the message answers no form.
 * @param find finds a message of the conversation by its id
 */
export function formAnswers(message: Sent, find: (id: string) => StoredMessage | undefined): Answered[] | undefined {
  const action = pressed(message)
  const form = action && find(action.id)
  const values = form?.type === 'form' ? readObject(action?.value ?? '') : undefined
  if (form?.type !== 'form' || !values) return undefined
  return form.fields.flatMap(({ name, label, options }) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    const answer = options?.find((option) => option.value === value)?.label ?? value
    return typeof answer === 'string' && answer !== '' ? [{ label, answer }] : []
  })
}

/** The visitor's choices, by the message that offered them. */
export function choicesOf(messages: readonly Sent[]): Map<string, Set<string>> {
  const choices = new Map<string, Set<string>>()
  for (const message of messages) {
    const action = pressed(message)
    if (!action) continue
    const chosen = choices.get(action.id) ?? new Set()
    for (const value of action.value.split('\n')) chosen.add(value)
    choices.set(action.id, chosen)
  }
  return choices
}

function readObject(value: string): Record<string, unknown> | undefined {
  try {
    const given: unknown = JSON.parse(value)
    return typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : undefined
  } catch {
    // Anything else than JSON is shown as the stored text.
    return undefined
  }
}
