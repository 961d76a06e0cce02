import { loadedLater } from './loaded-later.tsx'
import type { parts } from './parts/parts.ts'

/** Parts that many visitors never see. */
export const Later = loadedLater<typeof parts>(async ({ stage, language }) => {
  const { parts, styles, loadAllWords } = await import('./parts/parts.ts')
  return { parts, styles, words: await loadAllWords(language, stage.mounting.site.widget.strings) }
})
