import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { AnsweredGap, Gap } from '../../../../shared/gap.ts'
import { OneTextForm } from '../../form/one-text-form.tsx'
import { wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { knowledgeKeys } from '../../live/keys.ts'
import { Ago } from '../../ui/ago.tsx'
import { Link } from '../../ui/link.tsx'
import { toast } from '../../ui/toast.ts'
import { useGapWords } from '../../words/screen-words.ts'
import styles from './gaps-tab.module.css'

type Props = { gap: Gap; answered: (asked: { question: string; found: boolean }) => void }

/** A question with its actions. */
export function GapRow({ gap, answered }: Props) {
  const [isAnswering, setIsAnswering] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setIsAnswering(false)
    // After it is rendered again.
    requestAnimationFrame(() => opener.current?.focus())
  }
  const done = ({ gap: { question }, found }: AnsweredGap) => {
    setIsAnswering(false)
    answered({ question, found })
  }
  return (
    <li className={isAnswering ? 'editing' : ''}>
      <div className="what">
        <GapDetails gap={gap} />
        {gap.proposal && !isAnswering && <Proposed proposal={gap.proposal} />}
      </div>
      {isAnswering ? (
        <GapForm gap={gap} close={close} done={done} />
      ) : (
        <Actions gap={gap} opener={opener} answer={() => setIsAnswering(true)} done={done} />
      )}
    </li>
  )
}

function GapDetails({ gap: { question, count, lastAskedAt, conversationId, status, answer } }: { gap: Gap }) {
  const words = useGapWords()
  return (
    <>
      <p className={`strong ${styles.text}`} dir="auto">
        {question}
      </p>
      <p className="muted">
        {words.count(count)} · <Ago at={lastAskedAt} text={words.last} /> ·{' '}
        <Link to={{ page: 'inbox', list: 'all', id: conversationId }}>{words.conversation}</Link>
      </p>
      {status === 'answered' && answer !== null && (
        <p className={styles.text} dir="auto">
          {answer}
        </p>
      )}
    </>
  )
}

/** An answer from a chat, which waits for approval. */
function Proposed({ proposal: { answer, by, conversationId, at } }: { proposal: NonNullable<Gap['proposal']> }) {
  const words = useGapWords()
  return (
    <section className={`stack gap-1 preview ${styles.text} ${styles.proposed}`} aria-label={words.proposal.name}>
      <h3>{words.proposal.name}</h3>
      <p dir="auto">{answer}</p>
      <p className="muted">
        {words.proposal.by[by]} · <Ago at={at} text={words.proposal.from} /> ·{' '}
        <Link to={{ page: 'inbox', list: 'all', id: conversationId }}>{words.proposal.source}</Link>
      </p>
    </section>
  )
}

type ActionsProps = {
  gap: Gap
  opener: React.Ref<HTMLButtonElement>
  answer: () => void
  done: (answered: AnsweredGap) => void
}

function Actions({ gap: { id, question, status, proposal }, opener, answer, done }: ActionsProps) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const words = useGapWords()
  const run = async (act: () => Promise<unknown>) => {
    try {
      await act()
    } catch (error) {
      toast(wordsOf(error), { tone: 'danger' })
    }
    await queries.invalidateQueries({ queryKey: knowledgeKeys.all(site.id) })
  }
  const at = { site: site.id, id }
  const change = (status: 'open' | 'dismissed') => run(() => client.gaps.change.mutate({ ...at, status }))
  const approve = (answer: string) => run(async () => done(await client.gaps.answer.mutate({ ...at, answer })))
  const reject = () => run(() => client.gaps.reject.mutate(at))
  const isAnswered = status === 'answered'
  const offered = words.proposal
  return (
    <div className="cluster row-actions">
      {proposal && (
        <Act words={offered.approve} label={offered.approveOne(question)} act={() => approve(proposal.answer)} isMain />
      )}
      <Act
        words={proposal ? offered.edit : isAnswered ? words.changeAnswer : words.answer}
        label={(proposal ? offered.editOne : isAnswered ? words.changeOne : words.answerOne)(question)}
        act={answer}
        isMain={!proposal}
        opener={opener}
      />
      {proposal && <Act words={offered.reject} label={offered.rejectOne(question)} act={reject} />}
      {status === 'open' ? (
        <Act words={words.dismiss} label={words.dismissOne(question)} act={() => change('dismissed')} />
      ) : (
        <Act words={words.reopen} label={words.reopenOne(question)} act={() => change('open')} />
      )}
    </div>
  )
}

type ActProps = {
  words: string
  /** Names the question. */
  label: string
  act: () => unknown
  isMain?: boolean
  opener?: React.Ref<HTMLButtonElement>
}

const Act = ({ words, label, act, isMain = false, opener }: ActProps) => (
  <button
    type="button"
    className={isMain ? undefined : 'quiet'}
    ref={opener}
    aria-label={label}
    onClick={() => void act()}
  >
    {words}
  </button>
)

type GapFormProps = { gap: Gap; close: () => void; done: (answered: AnsweredGap) => void }

/** Answers a question. */
function GapForm({ gap: { id, question, answer, proposal }, close, done }: GapFormProps) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const words = useGapWords()
  const write = async (answer: string) => {
    done(await client.gaps.answer.mutate({ site: site.id, id, answer }))
    await queries.invalidateQueries({ queryKey: knowledgeKeys.all(site.id) })
  }
  return (
    <OneTextForm
      name={words.answerOne(question)}
      field={{ label: words.yours, hint: words.hint, path: 'answer', lines: 4 }}
      saved={proposal?.answer ?? answer ?? ''}
      write={write}
      close={close}
    />
  )
}
