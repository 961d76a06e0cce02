import { useQuery } from '@tanstack/react-query'
import { useDesk } from '../../live/desk.tsx'
import { settingsQuery } from '../../live/queries.ts'
import { aiLabels as de } from '../../words/de/ai-labels.ts'
import { type AiLabelsWords, aiLabels as en } from '../../words/en/ai-labels.ts'
import { ownWords } from '../../words/own-words.ts'

const useAiLabelsWords = ownWords<AiLabelsWords>({ en, de })

/** Says so where the assistant sets no labels by itself; nothing where it does. */
export function AiLabelsNote() {
  const words = useAiLabelsWords()
  const { data } = useQuery(settingsQuery(useDesk()))
  if (!data) return null
  const { connector, ai, settings } = data
  if (connector !== 'assistant') return <p className="muted">{words.ownBackend}</p>
  if (ai === null) return <p className="muted">{words.noModel}</p>
  return settings.autoSummary ? null : <p className="muted">{words.off}</p>
}
