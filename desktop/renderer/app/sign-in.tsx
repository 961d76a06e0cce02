import { type FormEvent, useCallback, useEffect, useState } from 'react'
import { requiresChallenge, signIn, signInByLink, wordsOf } from '../live/connection.ts'
import { focusAtFirst } from '../ui/focus.ts'
import { useWords } from '../words/words.tsx'
import { Challenge } from './challenge.tsx'
import mark from './mark.svg'
import styles from './sign-in.module.css'

type Props = { signedIn: () => void; link?: string }

/** Signs in with a password, or the token of a one-time link. */
export function SignIn({ signedIn, link }: Props) {
  const { signIn: words } = useWords()
  const attempts = useAttempt(signedIn, link !== undefined)
  const { attempt } = attempts
  // This uses up the link, so it is tried once, however often this renders.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (link !== undefined) attempt(() => signInByLink(link))
  }, [link])
  return (
    <main className="stack gap-4 page narrow">
      <title>{`${words.title} – Frontdesk`}</title>
      <SignInForm {...attempts} />
      <div className={`stack ${styles.aside}`}>
        <p>{words.noPassword}</p>
        <code>npm run svc -- owner-link</code>
      </div>
    </main>
  )
}

/** Signs in again, over the current screen, so that nothing is lost. */
export function SignInAgain({ signedIn }: { signedIn: (email: string) => void }) {
  const { signIn: words } = useWords()
  const attempts = useAttempt(signedIn)
  return (
    <dialog className={styles.again} aria-label={words.heading} ref={openAtOnce} onCancel={stay}>
      <SignInForm {...attempts} message={attempts.message || words.ended} />
    </dialog>
  )
}

const openAtOnce = (dialog: HTMLDialogElement | null) => {
  if (dialog && !dialog.open) dialog.showModal()
}
const stay = (event: { preventDefault(): void }) => event.preventDefault()

/** `withAnswer` repeats it with the answer to the bot challenge, if the server requires one. */
type Work = () => ReturnType<typeof signIn>
type Attempt = (work: Work, withAnswer?: (captcha: string) => Work) => void
type Attempts = ReturnType<typeof useAttempt>

function useAttempt(signedIn: (email: string) => void, busyAtFirst = false) {
  const { signIn: words } = useWords()
  const [busy, setBusy] = useState(busyAtFirst)
  const [message, setMessage] = useState('')
  const [asked, setAsked] = useState<(captcha: string) => Work>()
  const end = useCallback((text = '') => {
    setAsked(undefined)
    setBusy(false)
    setMessage(text)
  }, [])
  const attempt: Attempt = useCallback(
    (work, withAnswer) => {
      setBusy(true)
      setMessage('')
      setAsked(undefined)
      work().then(
        ({ account }) => signedIn(account.email),
        (error) => {
          if (!requiresChallenge(error)) end(wordsOf(error))
          else if (withAnswer) setAsked(() => withAnswer)
          else end(words.notChecked)
        },
      )
    },
    [signedIn, end, words],
  )
  const challenge = asked && {
    answered: (captcha: string) => attempt(asked(captcha)),
    failed(fault: string) {
      console.warn(fault)
      end(words.notChecked)
    },
    cancel: () => end(),
  }
  return { busy, message, attempt, challenge }
}

function SignInForm({ busy, message, attempt, challenge }: Attempts) {
  const { signIn: words } = useWords()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const [email, password] = [String(fields.get('email')), String(fields.get('password'))]
    attempt(
      () => signIn(email, password),
      (captcha) => () => signIn(email, password, captcha),
    )
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
      {message && (
        <p className="error" role="alert">
          {message}
        </p>
      )}
      {challenge && <Challenge {...challenge} />}
      <button type="submit" disabled={busy} hidden={challenge !== undefined}>
        {busy ? words.busy : words.submit}
      </button>
    </form>
  )
}
