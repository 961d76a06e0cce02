import { type Unsent, useUnsent } from '../../../live/outbox.ts'
import { useOutbox } from '../../../live/outbox-context.tsx'
import { focusAtFirst } from '../../../ui/focus-at-first.ts'
import { Formatted } from '../../../ui/message/formatted.tsx'
import { useWords } from '../../../words/words.tsx'
import type { Mode } from './draft.ts'

type Props = { id: string; takeBack: (text: string, mode: Mode) => void }

/** What the server did not take: why, what was written meanwhile, and what the writer wants now. */
export function Held({ id, takeBack }: Props) {
  const outbox = useOutbox()
  const held = useUnsent(outbox, id).find(({ state }) => state === 'held')
  if (!held) return null
  const back = () => {
    const entry = outbox.drop(held.id)
    if (entry) takeBack(entry.text, entry.kind)
  }
  return <HeldBox held={held} back={back} force={() => outbox.force(held.id)} />
}

function HeldBox({ held, back, force }: { held: Unsent; back: () => void; force: () => void }) {
  const words = useWords()
  const { guard, notSent } = words.composer
  const { unseen = [] } = held
  return (
    <section className="held" role="alertdialog" aria-label={unseen.length > 0 ? guard.title : notSent('')}>
      {unseen.length === 0 ? (
        <p className="error">{notSent(held.words ?? '')}</p>
      ) : (
        <>
          <h3>{guard.title}</h3>
          <ul>
            {unseen.map((message) => (
              <li key={message.id}>
                <bdi className="speaker">{message.author?.name ?? words.conversation.visitor}</bdi>
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
