import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { AnsweredGap, Gap } from '../../../../shared/gap.ts'
import { wordsOf } from '../../app/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { knowledgeKeys } from '../../live/knowledge-keys.ts'
import { Ago } from '../../ui/ago.tsx'
import { Link } from '../../ui/link.tsx'
import { toast } from '../../ui/toast.ts'
import { useGapWords } from '../../words/screen-words.ts'
import { GapForm } from './gap-form.tsx'

type Props = { gap: Gap; answered: (asked: { question: string; found: boolean }) => void }

/** One question with what can be done about it. */
export function GapRow({ gap, answered }: Props) {
  const [isAnswering, setIsAnswering] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setIsAnswering(false)
    // Once it is drawn again.
    requestAnimationFrame(() => opener.current?.focus())
  }
  const done = ({ gap: { question }, found }: AnsweredGap) => {
    setIsAnswering(false)
    answered({ question, found })
  }
  return (
    <li className={isAnswering ? 'editing' : ''}>
      <div className="what">
        <Told gap={gap} />
      </div>
      {isAnswering ? (
        <GapForm gap={gap} close={close} done={done} />
      ) : (
        <Actions gap={gap} opener={opener} answer={() => setIsAnswering(true)} />
      )}
    </li>
  )
}

function Told({ gap: { question, count, lastAskedAt, conversationId, status, answer } }: { gap: Gap }) {
  const words = useGapWords()
  return (
    <>
      <p className="strong" dir="auto">
        {question}
      </p>
      <p className="muted">
        {words.count(count)} · <Ago at={lastAskedAt} said={words.last} /> ·{' '}
        <Link to={{ page: 'inbox', list: 'all', id: conversationId }}>{words.conversation}</Link>
      </p>
      {status === 'answered' && answer !== null && (
        <p className="given-answer" dir="auto">
          {answer}
        </p>
      )}
    </>
  )
}

type ActionsProps = { gap: Gap; opener: React.Ref<HTMLButtonElement>; answer: () => void }

function Actions({ gap: { id, question, status }, opener, answer }: ActionsProps) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const words = useGapWords()
  const change = async (status: 'open' | 'dismissed') => {
    try {
      await client.gaps.change.mutate({ site: site.id, id, status })
    } catch (error) {
      toast(wordsOf(error), { tone: 'danger' })
    }
    await queries.invalidateQueries({ queryKey: knowledgeKeys.gaps(site.id) })
  }
  return (
    <div className="row-actions">
      <button
        type="button"
        ref={opener}
        aria-label={status === 'answered' ? words.changeOne(question) : words.answerOne(question)}
        onClick={answer}
      >
        {status === 'answered' ? words.changeAnswer : words.answer}
      </button>
      {status === 'open' ? (
        <button
          type="button"
          className="quiet"
          aria-label={words.dismissOne(question)}
          onClick={() => void change('dismissed')}
        >
          {words.dismiss}
        </button>
      ) : (
        <button
          type="button"
          className="quiet"
          aria-label={words.reopenOne(question)}
          onClick={() => void change('open')}
        >
          {words.reopen}
        </button>
      )}
    </div>
  )
}
