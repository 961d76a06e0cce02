import type { CheckPoint } from '../../../shared/model-check.ts'
import type { CheckResults } from '../../../shared/model-check-words.ts'

type Checked = Pick<CheckPoint, 'reason' | 'params' | 'message' | 'advice'>

/** A result in the dashboard's language with its numbers, otherwise in the server's words. */
export function checkText(
  { reason, params, message, advice }: Checked,
  results: CheckResults,
  write: (value: number) => string,
): [message: string, advice?: string | null] {
  // A newer server may have results that are unknown here.
  if (!Object.hasOwn(results, reason)) return [message, advice]
  const shown = Object.entries(params).map(([name, value]) => [name, typeof value === 'number' ? write(value) : value])
  return (results[reason] as (values: Record<string, string>) => [string, string?])(Object.fromEntries(shown))
}
