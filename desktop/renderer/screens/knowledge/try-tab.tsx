import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { TriedChat } from '../../../../shared/assistant-test.ts'
import { wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { keepTried } from '../../live/guide.ts'
import { modelsQuery } from '../../live/queries.ts'
import { useKnowledgeWords } from '../../words/screen-words.ts'
import { QuestionForm } from './question-form.tsx'
import { TriedReply } from './tried-reply.tsx'
import { TryParts } from './try-parts.tsx'
import styles from './try-tab.module.css'

/** A question and its reply. */
type Turn = { question: string; answer: TriedChat }

/** The server's maximum of messages in one chat. Each turn has two. */
const maxTurns = 19

/** A test chat with the assistant, which shows how each reply was made. Nothing is stored. */
export function TryTab() {
  const { try: words } = useKnowledgeWords()
  const { turns, asked, failed, ask, begin } = useTriedChat()
  const id = useId()
  return (
    <>
      <section className="settings-section" aria-labelledby={id}>
        <h2 id={id} className="unseen">
          {words.chat}
        </h2>
        <p className="muted">{words.intro}</p>
        <ModelLine />
        <Turns turns={turns} asked={asked} failed={failed} />
        {turns.length < maxTurns ? (
          <QuestionForm
            label={words.question}
            example={turns.length === 0 ? words.example : words.goOn}
            submit={words.ask}
            busy={asked !== undefined && failed === undefined}
            ask={ask}
            clears
          />
        ) : (
          <p className="muted">{words.full}</p>
        )}
        {(turns.length > 0 || failed !== undefined) && (
          <button type="button" className={`quiet ${styles.again}`} onClick={begin}>
            {words.startAgain}
          </button>
        )}
      </section>
      <TryParts />
    </>
  )
}

/** The chat so far. A failed question stays, to be asked again. */
function useTriedChat() {
  const { client, site } = useDesk()
  const [turns, setTurns] = useState<readonly Turn[]>([])
  const history = turns.flatMap(({ question, answer }) => [
    { role: 'user' as const, text: question },
    ...(answer.text.trim() === '' ? [] : [{ role: 'agent' as const, text: answer.text }]),
  ])
  const trial = useMutation({
    mutationFn: (question: string) =>
      client.assistant.tryChat.mutate({ site: site.id, messages: [...history, { role: 'user', text: question }] }),
    onSuccess(answer, question) {
      keepTried(site.id)
      setTurns((before) => [...before, { question, answer }])
    },
  })
  return {
    turns,
    asked: trial.isPending || trial.isError ? trial.variables : undefined,
    failed: trial.isError ? wordsOf(trial.error) : undefined,
    ask: (question: string) => trial.mutate(question),
    begin() {
      trial.reset()
      setTurns([])
    },
  }
}

type TurnsProps = { turns: readonly Turn[]; asked: string | undefined; failed: string | undefined }

function Turns({ turns, asked, failed }: TurnsProps) {
  const { try: words } = useKnowledgeWords()
  const list = useRef<HTMLOListElement>(null)
  const count = turns.length
  useEffect(() => {
    if (count > 1) list.current?.lastElementChild?.scrollIntoView({ block: 'nearest' })
  }, [count])
  return (
    <>
      <div role="log" aria-label={words.chat}>
        <ol className={`stack gap-4 ${styles.chat}`} ref={list}>
          {turns.map(({ question, answer }) => (
            <li className="stack" key={answer.trace.id}>
              <Question text={question} />
              <TriedReply answer={answer} />
            </li>
          ))}
          {asked !== undefined && (
            <li className="stack">
              <Question text={asked} />
            </li>
          )}
        </ol>
      </div>
      <div role="status">
        {asked !== undefined && failed === undefined && <p className="muted">{words.writing}</p>}
        {failed !== undefined && <p className="error">{words.failed(failed)}</p>}
      </div>
    </>
  )
}

const Question = ({ text }: { text: string }) => (
  <p className={styles.question} dir="auto">
    {text}
  </p>
)

/** The model that writes the replies, and where it runs if it leaves the machine. */
function ModelLine() {
  const { try: words } = useKnowledgeWords()
  const { data } = useQuery(modelsQuery(useDesk()))
  if (!data) return null
  const { provider, chat, remoteHost } = data
  const isOurs = provider === 'ollama' || provider === 'openai'
  return <p>{isOurs ? words.uses(chat ?? words.noName, remoteHost ?? provider) : words.usesNone}</p>
}
