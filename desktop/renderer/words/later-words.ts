import { useMemo } from 'react'
import { later as german } from './de/later.ts'
import { type LaterWords, later } from './en/later.ts'
import type { Words } from './en.ts'
import { ownWords } from './own-words.ts'
import { useWords } from './words.tsx'

const useLater = ownWords<LaterWords>({ en: later, de: german })

/** The texts of screens that are loaded later, and the general ones. */
export function useLaterWords(): Words & LaterWords {
  const words = useWords()
  const own = useLater()
  return useMemo(() => ({ ...words, ...own }), [words, own])
}
