import type { ErrorParams } from '../../../shared/error.ts'
import { errorBodyOf } from '../live/connection.ts'
import { same, valueAt } from './path.ts'

/** A field's fault as reported by the server, or the message of a screen. */
export type Fault = { message: string; reason?: string; params?: ErrorParams | undefined }

/** The faults of a draft by field path, such as `widget.forms.0.title`. */
export type Faults = ReadonlyMap<string, Fault>

export const noFaults: Faults = new Map()

/** The faults in a server error, the first of each field. Paths begin below `settings` and `facts`. */
export function faultsOf(error: unknown): Faults {
  const entries = (errorBodyOf(error)?.faults ?? []).map(
    ({ field, ...fault }) => [field.replace(/^(?:settings|facts)\./, ''), fault] as const,
  )
  return new Map(entries.toReversed())
}

/** Whether something at or below a path has a fault. */
export const isFaulty = (faults: Faults, path: string): boolean => firstFaultyPath(faults, path) !== undefined

/** The first path with a fault that is this one or below it. */
export const firstFaultyPath = (faults: Faults, path: string): string | undefined =>
  [...faults.keys()].find((one) => one === path || one.startsWith(`${path}.`))

/** The faults whose fields have not changed since the server reported them. */
export const remainingFaults = (faults: Faults, refused: unknown, now: unknown): Faults =>
  new Map([...faults].filter(([path]) => same(valueAt(refused, path), valueAt(now, path))))
