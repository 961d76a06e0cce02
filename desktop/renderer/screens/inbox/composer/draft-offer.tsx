import { Sparkles } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { ConversationAnswer } from '../../../../../shared/conversation.ts'
import type { DraftedAnswer } from '../../../../../shared/copilot.ts'
import type { Source } from '../../../../../shared/message.ts'
import { KeysOf } from '../../../keys/key-caps.tsx'
import { useTitle } from '../../../keys/own-keys.ts'
import { Away } from '../../../ui/external-link.tsx'
import { useCopilotWords } from '../../../words/screen-words.ts'
import { useWords } from '../../../words/words.tsx'
import styles from './draft-offer.module.css'
import { type Drafted, useDraftedAnswer } from './drafted-answer.ts'
import type { Writing } from './writing.ts'

/** A click leaves the caret in the reply box. */
const keepCaret = (event: MouseEvent) => event.preventDefault()

/** The assistant's draft above the reply box. The reply box keeps the focus. */
export function DraftOffer({ answer, writing }: { answer: ConversationAnswer; writing: Writing }) {
  const drafted = useDraftedAnswer(answer, writing)
  const { offer, isSlow } = drafted
  if (offer) return <Offered offer={offer} drafted={drafted} />
  return isSlow ? <Drafting stop={drafted.dismiss} /> : null
}

function Offered({ offer: { text, by, sources }, drafted }: { offer: DraftedAnswer; drafted: Drafted }) {
  const words = useCopilotWords().draft
  const insertTitle = useTitle(words.insertLong, 'composer.insertDraft')
  const dismissTitle = useTitle(words.dismissLong, 'composer.dismissDraft')
  return (
    <section className={`stack gap-1 ${styles.offer}`} aria-label={words.name}>
      <p className={`row gap-1 ${styles.by}`} role="status">
        <Sparkles size={14} aria-hidden />
        {by === 'model' ? words.byModel : words.byPassages}
      </p>
      <p className={styles.text} dir="auto">
        {text}
      </p>
      {sources.length > 0 && (
        <ul className={`cluster ${styles.sources}`} aria-label={words.sources}>
          {sources.map((source) => (
            <li key={source.passageId}>
              <SourceLink source={source} />
            </li>
          ))}
        </ul>
      )}
      <div className="cluster">
        <button
          type="button"
          className="quiet row gap-1"
          onMouseDown={keepCaret}
          onClick={drafted.insert}
          title={insertTitle}
        >
          {words.insert} <KeysOf id="composer.insertDraft" />
        </button>
        <button
          type="button"
          className="quiet row gap-1"
          onMouseDown={keepCaret}
          onClick={drafted.dismiss}
          title={dismissTitle}
        >
          {words.dismiss} <KeysOf id="composer.dismissDraft" />
        </button>
      </div>
    </section>
  )
}

const SourceLink = ({ source: { title, url } }: { source: Source }) =>
  url ? <Away address={url}>{title}</Away> : <bdi className="muted">{title}</bdi>

function Drafting({ stop }: { stop: () => void }) {
  const words = useCopilotWords().draft
  const { common } = useWords()
  return (
    <section className={`row spread gap-3 ${styles.offer}`} aria-label={words.name} aria-busy="true">
      <p className={`row gap-1 ${styles.by}`} role="status">
        <Sparkles size={14} aria-hidden />
        {words.writing}
      </p>
      <button type="button" className="quiet" onMouseDown={keepCaret} onClick={stop}>
        {common.cancel}
      </button>
    </section>
  )
}
