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
          <PasswordField label="Current password" name="current" hint="Leave it empty when you have none yet." />
          <PasswordField label="New password" name="password" hint="Ten characters or more." isNew />
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

type FieldGiven = { label: string; name: string; hint: string; isNew?: boolean }

function PasswordField({ label, name, hint, isNew = false }: FieldGiven) {
  const length = isNew ? { minLength: 10, maxLength: 200 } : {}
  return (
    <div className="field">
      <label>
        {label}
        <input
          name={name}
          type="password"
          autoComplete={isNew ? 'new-password' : 'current-password'}
          aria-describedby={`${name}-hint`}
          required={isNew}
          {...length}
        />
      </label>
      <small id={`${name}-hint`}>{hint}</small>
    </div>
  )
}
