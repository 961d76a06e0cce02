import { type FormEvent, useCallback, useEffect, useState } from 'react'
import { signIn, signInByLink, wordsOf } from './connection.ts'
import mark from './mark.svg'

type Given = { signedIn: () => void; link?: string; words?: string }

/** The way in: by password, or by the token of a one-time link. */
export function SignIn({ signedIn, link, words: first = '' }: Given) {
  const [busy, setBusy] = useState(link !== undefined)
  const [words, setWords] = useState(first)

  const attempt = useCallback(
    (work: Promise<unknown>) => {
      setBusy(true)
      setWords('')
      work.then(signedIn, (error) => {
        setBusy(false)
        setWords(wordsOf(error))
      })
    },
    [signedIn],
  )
  // The link is used up with this, so it is tried once, whatever is drawn anew meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (link !== undefined) attempt(signInByLink(link))
  }, [link])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    attempt(signIn(String(fields.get('email')), String(fields.get('password'))))
  }
  return (
    <main className="page narrow">
      <title>Sign in – Frontdesk</title>
      <form className="card" onSubmit={submit} aria-busy={busy}>
        <h1>
          <img src={mark} alt="" width="24" height="24" />
          Sign in to Frontdesk
        </h1>
        <label>
          Email
          <input name="email" type="email" autoComplete="username" required disabled={busy} ref={focusAtFirst} />
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
      </form>
      <div className="aside">
        <p>
          No password yet? Open the one-time link that you were given. The owner’s is printed at the first start, and by
        </p>
        <code>npm run svc -- owner-link</code>
      </div>
    </main>
  )
}

const focusAtFirst = (field: HTMLInputElement | null) => field?.focus()
