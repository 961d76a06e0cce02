import { type FormEvent, useState } from 'react'
import type { MeAnswer } from '../../shared/site.ts'
import { setPassword, signOut, wordsOf } from './connection.ts'

/** Who is signed in, how to set the password, and the way out. */
export function AccountCard({ me, left }: { me: MeAnswer; left: () => void }) {
  const [changing, setChanging] = useState(false)
  const [words, setWords] = useState('')
  const leave = () => signOut().then(left, (error) => setWords(wordsOf(error)))
  return (
    <section className="card" aria-labelledby="account">
      <div className="row">
        <div>
          <h2 id="account">{me.admin.name ?? me.admin.email}</h2>
          <p className="muted">
            {me.admin.name ? `${me.admin.email} · ` : ''}
            {me.admin.owner ? 'Owner' : me.admin.role === 'admin' ? 'Admin' : 'Member'}
          </p>
        </div>
        <div className="actions">
          <button type="button" className="quiet" onClick={() => setChanging(!changing)} aria-expanded={changing}>
            Password
          </button>
          <button type="button" className="quiet" onClick={leave}>
            Sign out
          </button>
        </div>
      </div>
      {changing && <PasswordForm done={() => setChanging(false)} />}
      {words && (
        <p className="error" role="alert">
          {words}
        </p>
      )}
    </section>
  )
}

function PasswordForm({ done }: { done: () => void }) {
  const [words, setWords] = useState('')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const current = String(fields.get('current'))
    setPassword(String(fields.get('password')), current || undefined).then(done, (error) => setWords(wordsOf(error)))
  }
  return (
    <form onSubmit={submit} className="inline">
      <label>
        Current password
        <input name="current" type="password" autoComplete="current-password" placeholder="Empty when there is none" />
      </label>
      <label>
        New password
        <input name="password" type="password" autoComplete="new-password" minLength={10} maxLength={200} required />
      </label>
      <button type="submit">Set password</button>
      <p className="muted">Ten characters or more. Every other session of this account ends.</p>
      {words && (
        <p className="error" role="alert">
          {words}
        </p>
      )}
    </form>
  )
}
