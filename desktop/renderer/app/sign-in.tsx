import { type FormEvent, useCallback, useEffect, useState } from 'react'
import { focusAtFirst } from '../ui/focus-at-first.ts'
import { useWords } from '../words/words.tsx'
import { Challenge } from './challenge.tsx'
import { signIn, signInByLink, wantsChallenge, wordsOf } from './connection.ts'
import mark from './mark.svg'

type Props = { signedIn: () => void; link?: string }

/** The way in: by password, or by the token of a one-time link. */
export function SignIn({ signedIn, link }: Props) {
  const { signIn: words } = useWords()
  const attempts = useAttempt(signedIn, link !== undefined)
  const { attempt } = attempts
  // The link is used up with this, so it is tried once, whatever is drawn anew meanwhile.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (link !== undefined) attempt(() => signInByLink(link))
  }, [link])
  return (
    <main className="page narrow">
      <title>{`${words.title} – Frontdesk`}</title>
      <SignInForm {...attempts} />
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
  const attempts = useAttempt(signedIn)
  return (
    <dialog className="sign-in-again" aria-label={words.heading} ref={openAtOnce} onCancel={stay}>
      <SignInForm {...attempts} said={attempts.said || words.ended} />
    </dialog>
  )
}

const openAtOnce = (dialog: HTMLDialogElement | null) => {
  if (dialog && !dialog.open) dialog.showModal()
}
const stay = (event: { preventDefault(): void }) => event.preventDefault()

/** `withAnswer` does the same with an answer to the bot challenge, where the server wants one. */
type Work = () => ReturnType<typeof signIn>
type Attempt = (work: Work, withAnswer?: (captcha: string) => Work) => void
type Attempts = ReturnType<typeof useAttempt>

function useAttempt(signedIn: (email: string) => void, busyAtFirst = false) {
  const { signIn: words } = useWords()
  const [busy, setBusy] = useState(busyAtFirst)
  const [said, setSaid] = useState('')
  const [asked, setAsked] = useState<(captcha: string) => Work>()
  const end = useCallback((said = '') => {
    setAsked(undefined)
    setBusy(false)
    setSaid(said)
  }, [])
  const attempt: Attempt = useCallback(
    (work, withAnswer) => {
      setBusy(true)
      setSaid('')
      setAsked(undefined)
      work().then(
        ({ account }) => signedIn(account.email),
        (error) => {
          if (!wantsChallenge(error)) end(wordsOf(error))
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
  return { busy, said, attempt, challenge }
}

function SignInForm({ busy, said, attempt, challenge }: Attempts) {
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
      {said && (
        <p className="error" role="alert">
          {said}
        </p>
      )}
      {challenge && <Challenge {...challenge} />}
      <button type="submit" disabled={busy} hidden={challenge !== undefined}>
        {busy ? words.busy : words.submit}
      </button>
    </form>
  )
}
