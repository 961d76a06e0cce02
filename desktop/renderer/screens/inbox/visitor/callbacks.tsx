import type { Callback, CallbackStatus } from '../../../../../shared/callback.ts'
import { useAction } from '../../../live/action.ts'
import { useDesk } from '../../../live/desk.tsx'
import { Away } from '../../../ui/external-link.tsx'
import { useTimes } from '../../../ui/format.ts'
import { useWords } from '../../../words/words.tsx'
import styles from './visitor.module.css'

/** The visitor's callback requests and their statuses. */
export function Callbacks({ id, callbacks }: { id: string; callbacks: Callback[] }) {
  const act = useAction()
  const { client, site } = useDesk()
  const turn = (callback: Callback, status: CallbackStatus) =>
    act({
      id,
      answer: (answer) => ({
        ...answer,
        callbacks: answer.callbacks.map((one) => (one.id === callback.id ? { ...one, status } : one)),
      }),
      run: () => client.callbacks.update.mutate({ site: site.id, id: callback.id, status }),
    })
  return (
    <ul className="stack gap-3">
      {callbacks.map((callback) => (
        <CallbackEntry key={callback.id} callback={callback} turn={(status) => void turn(callback, status)} />
      ))}
    </ul>
  )
}

function CallbackEntry({ callback, turn }: { callback: Callback; turn: (status: CallbackStatus) => void }) {
  const words = useWords().visitor
  const times = useTimes()
  const { phone, email, reason, status, note, requestedAt } = callback
  return (
    <li>
      <p className="muted">
        {words.callbackStatus[status]} · {times.whole(requestedAt)}
      </p>
      {phone && <Away address={`tel:${phone.replace(/[^\d+*#,;]/g, '')}`}>{phone}</Away>}
      {!phone && email && <Away address={`mailto:${email}`}>{email}</Away>}
      {reason && <p dir="auto">{reason}</p>}
      {note && (
        <p dir="auto" className="muted">
          {note}
        </p>
      )}
      <p className={`row ${styles.buttons}`}>
        {status === 'open' && (
          <>
            <button type="button" className="quiet" onClick={() => turn('done')}>
              {words.done}
            </button>
            <button type="button" className="quiet" onClick={() => turn('dismissed')}>
              {words.dismiss}
            </button>
          </>
        )}
        {status !== 'open' && (
          <button type="button" className="quiet" onClick={() => turn('open')}>
            {words.reopen}
          </button>
        )}
      </p>
    </li>
  )
}
