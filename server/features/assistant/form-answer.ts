import type { Turn } from './turn.ts'

/** Whether the visitor's message is the answer to a form that was shown. */
export function answersForm({ history }: Pick<Turn, 'history'>): boolean {
  const action = history.at(-1)?.payload?.action as { id?: unknown } | null | undefined
  return history.some(({ type, id }) => type === 'form' && id === action?.id)
}
