import { createContext, useContext } from 'react'
import type { ErrorParams } from '../../../shared/error.ts'
import { refusalOf } from '../app/connection.ts'

/** What is wrong with a field, as the server says it, or as words of a screen in `message` alone. */
export type Fault = { message: string; reason?: string; params?: ErrorParams | undefined }

/** What is wrong with what was typed, by the path of the field, such as `widget.forms.0.title`. */
export type Faults = ReadonlyMap<string, Fault>

export const noFaults: Faults = new Map()

/** What a refusal of the server says of the fields of `settings` or `facts`; of each the first. */
export function faultsOf(error: unknown): Faults {
  const told = (refusalOf(error)?.faults ?? []).map(
    ({ field, ...fault }) => [field.replace(/^(?:settings|facts)\./, ''), fault] as const,
  )
  return new Map(told.toReversed())
}

/** Whether something at or below a path is at fault. */
export const isFaulty = (faults: Faults, path: string): boolean =>
  [...faults.keys()].some((one) => one === path || one.startsWith(`${path}.`))

/** What is still wrong: what a fault was found with and has not changed since. */
export function stillWrong(faults: Faults, refused: unknown, now: unknown): Faults {
  const same = [...faults].filter(([path]) => JSON.stringify(at(refused, path)) === JSON.stringify(at(now, path)))
  return new Map(same)
}

function at(value: unknown, path: string): unknown {
  return path.split('.').reduce((part, name) => (part as Record<string, unknown> | undefined)?.[name], value)
}

const Context = createContext(noFaults)

export const FaultsProvider = Context.Provider

/** What is wrong with the fields of this form. */
export const useFaults = (): Faults => useContext(Context)
