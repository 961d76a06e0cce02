import { type FormEvent, useState } from 'react'
import { setPassword, wordsOf } from './connection.ts'

/** Sets the account's password, the first one too. */
export function PasswordCard({ close }: { close: () => void }) {
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle')
  const [words, setWords] = useState('')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    setState('busy')
    setWords('')
    setPassword(String(fields.get('password')), String(fields.get('current')) || undefined).then(
      () => setState('done'),
      (error) => {
        setState('idle')
        setWords(wordsOf(error))
      },
    )
  }
  return (
    <section className="card" aria-labelledby="password">
      <div className="row">
        <h2 id="password">Password</h2>
        <button type="button" className="quiet" onClick={close}>
          Close
        </button>
      </div>
      {state === 'done' && <p role="status">Your password is set. Every other session of your account has ended.</p>}
      {state !== 'done' && (
        <form onSubmit={submit} className="fields">
          <label>
            Current password
            <input name="current" type="password" autoComplete="current-password" />
            <small>Leave it empty when you have none yet.</small>
          </label>
          <label>
            New password
            <input
              name="password"
              type="password"
              autoComplete="new-password"
              minLength={10}
              maxLength={200}
              required
            />
            <small>Ten characters or more.</small>
          </label>
          <button type="submit" disabled={state === 'busy'}>
            Set password
          </button>
        </form>
      )}
      {words && (
        <p className="error" role="alert">
          {words}
        </p>
      )}
    </section>
  )
}
