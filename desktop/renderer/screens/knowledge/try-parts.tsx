import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useId, useState } from 'react'
import type { TestedAssistant } from '../../../../shared/assistant-test.ts'
import { Section } from '../../form/fields.tsx'
import { wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { keepTried } from '../../live/guide.ts'
import { useFigures, useTimes } from '../../ui/format.ts'
import { Formatted } from '../../ui/message/formatted.tsx'
import { useKnowledgeWords } from '../../words/screen-words.ts'
import { QuestionForm } from './question-form.tsx'
import styles from './try-tab.module.css'

const parts = ['knowledge', 'model'] as const
type Part = (typeof parts)[number]

/** Tests the knowledge search and the model separately. Nothing is stored. */
export function TryParts() {
  const { try: words } = useKnowledgeWords()
  const [asked, setAsked] = useState('')
  const [times, setTimes] = useState(0)
  const ask = (question: string) => {
    setAsked(question)
    setTimes((before) => before + 1)
  }
  return (
    <details className="settings-section">
      <summary>{words.byParts}</summary>
      <p className="muted">{words.byPartsHint}</p>
      <QuestionForm label={words.question} example={words.example} submit={words.ask} busy={false} ask={ask} />
      {times > 0 && parts.map((part) => <Tried key={`${part} ${times}`} part={part} question={asked} />)}
    </details>
  )
}

function Tried({ part, question }: { part: Part; question: string }) {
  const { client, site } = useDesk()
  const { try: words } = useKnowledgeWords()
  const key = useId()
  const test = useQuery({
    queryKey: ['site', site.id, 'tried', part, key],
    async queryFn() {
      const answer = await client.assistant.test.mutate({ site: site.id, part, question })
      keepTried(site.id)
      return answer
    },
    retry: false,
    gcTime: 0,
  })
  return (
    <Section title={words.parts[part]}>
      <div role="status">
        {test.isPending && <p className="muted">{words.asking[part]}</p>}
        {test.isError && <Said isGood={false} words={words.failed(wordsOf(test.error))} />}
        {test.data && <Came answer={test.data} />}
      </div>
      {test.isError && (
        <button type="button" className={`quiet ${styles.again}`} onClick={() => void test.refetch()}>
          {words.again}
        </button>
      )}
    </Section>
  )
}

function Came({ answer: { ok, reply, model, usage, ms, part, knowledge } }: { answer: TestedAssistant }) {
  const { try: words } = useKnowledgeWords()
  const times = useTimes()
  const write = useFigures()
  if (!ok) return <Said isGood={false} words={reply} />
  const facts = [
    part === 'model' ? model : knowledge === 'keywords' ? words.byWords : words.byMeaning(knowledge),
    times.lasted(ms),
    usage && words.tokens(write.whole(usage.input), write.whole(usage.output)),
  ].filter(Boolean)
  return (
    <>
      <Said isGood words={words.works[part]} />
      <blockquote className={styles.reply}>
        <Formatted text={reply} markdown />
      </blockquote>
      <p className="muted">{facts.join(' · ')}</p>
    </>
  )
}

function Said({ isGood, words }: { isGood: boolean; words: string }) {
  const Icon = isGood ? CircleCheck : CircleAlert
  return (
    <p className={isGood ? 'checked good' : 'checked error'} dir="auto">
      <Icon size={16} aria-hidden="true" />
      <span>{words}</span>
    </p>
  )
}
