import { putCaret } from '../../../keys/caret.ts'
import { type Unsent, useUnsent } from '../../../live/outbox.ts'
import { useOutbox } from '../../../live/outbox-context.tsx'
import { focusAtFirst } from '../../../ui/focus.ts'
import { Formatted } from '../../../ui/message/formatted.tsx'
import { useWords } from '../../../words/words.tsx'
import styles from './composer.module.css'
import type { Mode } from './draft.ts'

type Props = { id: string; takeBack: (text: string, mode: Mode) => void }

/**
 * A message that the server did not accept: the reason, messages that arrived in the meantime, and the writer's
 * choices.
 */
export function Held({ id, takeBack }: Props) {
  const outbox = useOutbox()
  const held = useUnsent(outbox, id).find(({ state }) => state === 'held')
  if (!held) return null
  const back = () => {
    const entry = outbox.drop(held.id)
    if (entry) takeBack(entry.text, entry.kind)
    putCaret(id)
  }
  const force = () => {
    outbox.force(held.id)
    putCaret(id)
  }
  return <HeldBox held={held} back={back} force={force} />
}

function HeldBox({ held, back, force }: { held: Unsent; back: () => void; force: () => void }) {
  const words = useWords()
  const { guard, notSent } = words.composer
  const { unseen = [] } = held
  return (
    <section
      className={`stack ${styles.held}`}
      role="alertdialog"
      aria-label={unseen.length > 0 ? guard.title : notSent('')}
    >
      {unseen.length === 0 ? (
        <p className="error">{notSent(held.words ?? '')}</p>
      ) : (
        <>
          <h3>{guard.title}</h3>
          <ul className="stack">
            {unseen.map((message) => (
              <li key={message.id}>
                <bdi className="muted">{message.author?.name ?? words.conversation.visitor}</bdi>
                <Formatted text={textOf(message)} markdown={false} />
              </li>
            ))}
          </ul>
        </>
      )}
      <blockquote dir="auto">{held.text}</blockquote>
      <div className="row end">
        <button type="button" className="quiet" onClick={back}>
          {guard.back}
        </button>
        <button type="button" onClick={force} ref={focusAtFirst}>
          {unseen.length > 0 ? guard.sendAnyway : words.common.retry}
        </button>
      </div>
    </section>
  )
}

const textOf = (message: NonNullable<Unsent['unseen']>[number]) => ('text' in message ? (message.text ?? '') : '')
