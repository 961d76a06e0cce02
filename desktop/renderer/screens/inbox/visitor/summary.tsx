import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ConversationAnswer } from '../../../../../shared/conversation.ts'
import type { ConversationSummary } from '../../../../../shared/summary.ts'
import { wordsOf } from '../../../live/connection.ts'
import { useDesk } from '../../../live/desk.tsx'
import { keys } from '../../../live/keys.ts'
import { useTimes } from '../../../ui/format.ts'
import { summary as de } from '../../../words/de/summary.ts'
import { summary as en, type SummaryWords } from '../../../words/en/summary.ts'
import { ownWords } from '../../../words/own-words.ts'
import { Fact } from './fact.tsx'
import styles from './summary.module.css'
import visitor from './visitor.module.css'

const useSummaryWords = ownWords<SummaryWords>({ en, de })

type Props = {
  answer: ConversationAnswer
  /** Whether it is written at once if there is none, or the conversation has continued since. */
  isFresh?: boolean
}

/** The conversation's summary and outcome, with a button that regenerates it. */
export function Summary({ answer: { conversation, summary, messages }, isFresh = false }: Props) {
  const words = useSummaryWords()
  const { isBusy, refused, write } = useWriting(conversation.id)
  const isOld = summary !== null && messages.some(({ role, ts }) => role !== 'system' && ts > summary.at)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is shown
  useEffect(() => {
    if (isFresh && (summary === null || isOld)) write()
  }, [])
  return (
    <div className={`stack ${styles.summary}`} aria-busy={isBusy}>
      {summary ? <Written summary={summary} /> : <p className="muted">{words.none}</p>}
      {isOld && <p className="muted">{words.outdated}</p>}
      {refused && (
        <p className="error" role="alert">
          {words.refused(refused)}
        </p>
      )}
      <button type="button" className="quiet" disabled={isBusy} onClick={write}>
        {isBusy ? words.writing : summary ? words.again : words.write}
      </button>
    </div>
  )
}

function useWriting(id: string) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState('')
  const write = async () => {
    setBusy(true)
    setRefused('')
    try {
      await client.conversations.summarize.mutate({ site: site.id, id })
      await queries.invalidateQueries({ queryKey: keys.conversation(site.id, id) })
    } catch (error) {
      setRefused(wordsOf(error))
    }
    setBusy(false)
  }
  return { isBusy, refused, write: () => void write() }
}

function Written({ summary: written }: { summary: ConversationSummary }) {
  const words = useSummaryWords()
  const times = useTimes()
  const { summary, outcome, sentiment, leadQuality, topics, unanswered, followUp, by, at } = written
  const judged = [words.sentiments[sentiment], words.qualities[leadQuality]].filter(Boolean)
  return (
    <>
      <p className={`cluster gap-1 ${visitor.labels}`}>
        <span className="pill" data-outcome={outcome}>
          <span className="unseen">{words.outcome}: </span>
          {words.outcomes[outcome]}
        </span>
        {judged.map((text) => (
          <span key={text} className="pill">
            {text}
          </span>
        ))}
      </p>
      <p dir="auto">{summary}</p>
      <dl>
        {followUp && <Fact name={words.followUp} value={followUp} copy={false} />}
        {unanswered.length > 0 && <Fact name={words.unanswered} value={unanswered.join('\n')} copy={false} />}
        {topics.length > 0 && <Fact name={words.topics} value={topics.join(', ')} copy={false} />}
      </dl>
      <small className="muted">{words.by[by](times.whole(at))}</small>
    </>
  )
}
