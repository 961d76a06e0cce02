import type { StoredMessage } from '../../../../shared/message.ts'

/** One answer of a form, under the words that the form asked with. */
export type Answered = { label: string; answer: string }

type Sent = Pick<StoredMessage, 'payload' | 'role'>

/** What the visitor pressed or filled in: the message that it answers, and the value. */
export function pressed({ payload, role }: Sent): { id: string; value: string } | undefined {
  // As it is stored, and as the event told it that brought it.
  const action = role === 'user' ? (payload?.action ?? payload) : undefined
  if (typeof action !== 'object' || action === null) return undefined
  const { id, value } = action as Record<string, unknown>
  return typeof id === 'string' ? { id, value: typeof value === 'string' ? value : '' } : undefined
}

/**
 * What a visitor filled in, field by field; undefined for a message that answers no form.
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

/** The values that the visitor chose, by the message that offered them. */
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
    // What is no JSON is shown as the words that were stored with it.
    return undefined
  }
}
