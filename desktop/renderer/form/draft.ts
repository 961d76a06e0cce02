import { useEffect, useRef, useState } from 'react'
import { wordsOf } from '../app/connection.ts'
import { watchUnsaved } from './unsaved.ts'

/** How it stands with what was typed. */
export type Saving = { state: 'idle' | 'saving' | 'saved' } | { state: 'refused'; words: string }

export type Draft<T> = {
  /** As it was typed; as it is saved where nothing was. */
  value: T
  change(part: Partial<T>): void
  isDirty: boolean
  saving: Saving
  save(): Promise<void>
  discard(): void
}

const savedShownFor = 4_000

/**
 * What a person types over what is saved. After a refusal it stays as it was typed; what somebody else saves meanwhile shows
 * where nothing was typed. Leaving the page with something unsaved is asked about.
 * @param write saves it, and answers once `saved` will be the new one
 */
export function useDraft<T extends object>(saved: T, write: (value: T) => Promise<unknown>): Draft<T> {
  const [typed, setTyped] = useState<Partial<T>>({})
  const [saving, setSaving] = useState<Saving>({ state: 'idle' })
  const value = { ...saved, ...typed }
  const isDirty = JSON.stringify(value) !== JSON.stringify(saved)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => (isDirty ? watchUnsaved() : undefined), [isDirty])
  useEffect(() => () => clearTimeout(timer.current), [])
  return {
    value,
    isDirty,
    saving,
    change(part) {
      setSaving((before) => (before.state === 'saving' ? before : { state: 'idle' }))
      setTyped((before) => ({ ...before, ...part }))
    },
    async save() {
      setSaving({ state: 'saving' })
      try {
        await write(value)
        // What was typed while it was being saved is not saved yet.
        setTyped((now) => differing(now, value))
        setSaving({ state: 'saved' })
        clearTimeout(timer.current)
        timer.current = setTimeout(
          () => setSaving((now) => (now.state === 'saved' ? { state: 'idle' } : now)),
          savedShownFor,
        )
      } catch (error) {
        setSaving({ state: 'refused', words: wordsOf(error) })
      }
    },
    discard() {
      setTyped({})
      setSaving({ state: 'idle' })
    },
  }
}

const differing = <T extends object>(now: Partial<T>, saved: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(now).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(saved[name as keyof T])),
  ) as Partial<T>
