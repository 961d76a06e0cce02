import { type FormEvent, useState } from 'react'
import { setPassword, wordsOf } from '../../../live/connection.ts'
import { useLaterWords } from '../../../words/later-words.ts'

/** Sets or changes the account's password. */
export function PasswordCard() {
  const { account: words } = useLaterWords()
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle')
  const [message, setMessage] = useState('')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    setState('busy')
    setMessage('')
    setPassword(String(fields.get('password')), String(fields.get('current')) || undefined).then(
      () => setState('done'),
      (error) => {
        setState('idle')
        setMessage(wordsOf(error))
      },
    )
  }
  return (
    <section className="card" aria-labelledby="password">
      <h2 id="password">{words.password}</h2>
      {state === 'done' && <p role="status">{words.isSet}</p>}
      {state !== 'done' && (
        <form onSubmit={submit} className="cluster gap-3 fields">
          <PasswordField label={words.current} name="current" hint={words.currentHint} />
          <PasswordField label={words.fresh} name="password" hint={words.freshHint} isNew />
          <button type="submit" disabled={state === 'busy'}>
            {words.set}
          </button>
        </form>
      )}
      {message && (
        <p className="error" role="alert">
          {message}
        </p>
      )}
    </section>
  )
}

type FieldProps = { label: string; name: string; hint: string; isNew?: boolean }

function PasswordField({ label, name, hint, isNew = false }: FieldProps) {
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
