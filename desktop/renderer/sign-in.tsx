import { type FormEvent, useCallback, useEffect, useState } from 'react'
import { signIn, signInByLink, wordsOf } from './connection.ts'

/** The token of a one-time link stands after the #, so that it reaches no server's log. */
const linkToken = () => (location.pathname.endsWith('/link') ? location.hash.slice(1) : '')

/** The way in: by password, or by the one-time link that the address holds. */
export function SignIn({ signedIn }: { signedIn: () => void }) {
  const [busy, setBusy] = useState(false)
  const [words, setWords] = useState('')

  const attempt = useCallback(
    (work: Promise<unknown>) => {
      setBusy(true)
      setWords('')
      work.then(signedIn, (error) => setWords(wordsOf(error))).finally(() => setBusy(false))
    },
    [signedIn],
  )
  useEffect(() => {
    const token = linkToken()
    if (!token) return
    // Used up with this: neither a reload nor the way back may try it again.
    history.replaceState(null, '', '/dashboard')
    attempt(signInByLink(token))
  }, [attempt])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    attempt(signIn(String(fields.get('email')), String(fields.get('password'))))
  }
  return (
    <main className="page narrow">
      <form className="card" onSubmit={submit} aria-busy={busy}>
        <h1>Sign in to Frontdesk</h1>
        <label>
          Email
          <input name="email" type="email" autoComplete="username" required disabled={busy} />
        </label>
        <label>
          Password
          <input name="password" type="password" autoComplete="current-password" required disabled={busy} />
        </label>
        {words && (
          <p className="error" role="alert">
            {words}
          </p>
        )}
        <button type="submit" disabled={busy}>
          {busy ? 'Signing in' : 'Sign in'}
        </button>
        <p className="muted">
          No password yet? Open the one-time link that you were given, or run <code>npm run svc -- owner-link</code> on
          the server.
        </p>
      </form>
    </main>
  )
}
