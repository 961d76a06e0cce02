import { type FormEvent, useCallback, useEffect, useState } from 'react'
import { signIn, signInByLink, wordsOf } from './connection.ts'
import mark from './mark.svg'
import { useWords } from './words/words.tsx'

type Given = { signedIn: () => void; link?: string }

/** The way in: by password, or by the token of a one-time link. */
export function SignIn({ signedIn, link }: Given) {
  const { signIn: words } = useWords()
  const { busy, said, attempt } = useAttempt(signedIn, link !== undefined)
  // The link is used up with this, so it is tried once, whatever is drawn anew meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (link !== undefined) attempt(signInByLink(link))
  }, [link])
  return (
    <main className="page narrow">
      <title>{`${words.title} – Frontdesk`}</title>
      <SignInForm busy={busy} said={said} attempt={attempt} />
      <div className="aside">
        <p>{words.noPassword}</p>
        <code>npm run svc -- owner-link</code>
      </div>
    </main>
  )
}

/** The way back in, over what is shown: nothing of that is lost. */
export function SignInAgain({ signedIn }: { signedIn: (email: string) => void }) {
  const { signIn: words } = useWords()
  const { busy, said, attempt } = useAttempt(signedIn)
  return (
    <dialog className="sign-in-again" aria-label={words.heading} ref={openAtOnce} onCancel={stay}>
      <SignInForm busy={busy} said={said || words.ended} attempt={attempt} />
    </dialog>
  )
}

const openAtOnce = (dialog: HTMLDialogElement | null) => {
  if (dialog && !dialog.open) dialog.showModal()
}
const stay = (event: { preventDefault(): void }) => event.preventDefault()

type Attempt = (work: ReturnType<typeof signIn>) => void

function useAttempt(signedIn: (email: string) => void, busyAtFirst = false) {
  const [busy, setBusy] = useState(busyAtFirst)
  const [said, setSaid] = useState('')
  const attempt: Attempt = useCallback(
    (work) => {
      setBusy(true)
      setSaid('')
      work.then(
        ({ account }) => signedIn(account.email),
        (error) => {
          setBusy(false)
          setSaid(wordsOf(error))
        },
      )
    },
    [signedIn],
  )
  return { busy, said, attempt }
}

function SignInForm({ busy, said, attempt }: { busy: boolean; said: string; attempt: Attempt }) {
  const { signIn: words } = useWords()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    attempt(signIn(String(fields.get('email')), String(fields.get('password'))))
  }
  return (
    <form className="card" onSubmit={submit} aria-busy={busy}>
      <h1>
        <img src={mark} alt="" width="24" height="24" />
        {words.heading}
      </h1>
      <label>
        {words.email}
        <input name="email" type="email" autoComplete="username" required disabled={busy} ref={focusAtFirst} />
      </label>
      <label>
        {words.password}
        <input name="password" type="password" autoComplete="current-password" required disabled={busy} />
      </label>
      {said && (
        <p className="error" role="alert">
          {said}
        </p>
      )}
      <button type="submit" disabled={busy}>
        {busy ? words.busy : words.submit}
      </button>
    </form>
  )
}

const focusAtFirst = (field: HTMLInputElement | null) => field?.focus()
