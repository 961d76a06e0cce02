import { useEffect, useRef, useState } from 'react'
import { wordsOf } from '../live/connection.ts'
import { type Faults, faultsOf, noFaults, remainingFaults } from './faults.ts'
import { changedAt, same, valueAt, withValueAt } from './path.ts'
import { watchUnsaved } from './unsaved.ts'

export type Saving = { state: 'idle' | 'saving' | 'saved' } | { state: 'refused'; words: string }

export type Draft<T> = {
  /** The saved value with the typed changes. */
  value: T
  /** The paths with unsaved changes. A list counts as a whole. */
  changed: readonly string[]
  put(path: string, value: unknown): void
  /** Sets several values, by name or path. */
  change(part: Partial<T>): void
  isDirty: boolean
  saving: Saving
  /** The server's faults, until their fields change. */
  faults: Faults
  save(): Promise<void>
  discard(): void
}

/** Changed values by path, in the order in which they were typed. */
type Typed = ReadonlyMap<string, unknown>

const savedShownFor = 4_000
const nothing: Typed = new Map()

/**
 * Keeps a person's changes separate from the saved value. They stay after an error. Changes saved by others are shown
 * in unchanged fields. Leaving the page with unsaved changes asks first.
 * @param write saves the value, and resolves once `saved` will be the new value
 */
export function useDraft<T extends object>(
  saved: T,
  write: (value: T, changed: readonly string[]) => Promise<unknown>,
): Draft<T> {
  const [typed, setTyped] = useState(nothing)
  const [saving, setSaving] = useState<Saving>({ state: 'idle' })
  const [refused, setRefused] = useState<{ value: T; faults: Faults }>()
  const value = over(saved, typed)
  const changed = [...typed.keys()].filter((path) => !same(valueAt(value, path), valueAt(saved, path)))
  const isDirty = changed.length > 0
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => (isDirty ? watchUnsaved() : undefined), [isDirty])
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (values: [path: string, value: unknown][]) => {
    setSaving((before) => (before.state === 'saving' ? before : { state: 'idle' }))
    setTyped((before) => values.reduce((now, [path, next]) => withValue(saved, now, path, next), before))
  }
  return {
    value,
    changed,
    isDirty,
    saving,
    faults: refused ? remainingFaults(refused.faults, refused.value, value) : noFaults,
    put: (path, next) => type([[path, next]]),
    change: (part) => type(Object.entries(part)),
    async save() {
      setSaving({ state: 'saving' })
      setRefused(undefined)
      try {
        await write(value, changed)
        // Text typed during the request is not saved yet.
        setTyped((now) => new Map([...now].filter(([path, one]) => !same(one, valueAt(value, path)))))
        setSaving({ state: 'saved' })
        clearTimeout(timer.current)
        timer.current = setTimeout(
          () => setSaving((now) => (now.state === 'saved' ? { state: 'idle' } : now)),
          savedShownFor,
        )
      } catch (error) {
        setRefused({ value, faults: faultsOf(error) })
        setSaving({ state: 'refused', words: wordsOf(error) })
      }
    },
    discard() {
      setTyped(nothing)
      setRefused(undefined)
      setSaving({ state: 'idle' })
    },
  }
}

const over = <T>(saved: T, typed: Typed): T =>
  [...typed].reduce((value, [path, one]) => withValueAt(value, path, one), saved)

/** Adds a change. The last one comes last, because it may be part of an earlier one. */
function withValue(saved: object, typed: Typed, path: string, next: unknown): Typed {
  const before = over(saved, typed)
  const changed = changedAt(before, path)
  return new Map([
    ...[...typed].filter(([one]) => one !== changed),
    [changed, valueAt(withValueAt(before, path, next), changed)],
  ])
}
