import { type FormEvent, useCallback, useState } from 'react'
import { isSignedOut, requiresChallenge, signIn, signInByLink, wordsOf } from '../live/connection.ts'
import { focusAtFirst } from '../ui/focus.ts'
import { useWords } from '../words/words.tsx'
import { Challenge } from './challenge.tsx'
import mark from './mark.svg'
import styles from './sign-in.module.css'

type Props = { signedIn: () => void; link?: string }

/** Signs in with a password, or the token of a one-time link. */
export function SignIn({ signedIn, link }: Props) {
  const { signIn: words } = useWords()
  const attempts = useAttempt(signedIn)
  const [unused, setUnused] = useState(link)
  const use = async (token: string) => {
    try {
      const session = await signInByLink(token)
      forgetLink()
      return session
    } catch (error) {
      // Otherwise the link is unused, and can be tried again.
      if (isSignedOut(error)) {
        forgetLink()
        setUnused(undefined)
      }
      throw error
    }
  }
  return (
    <main className="stack gap-4 page narrow">
      <title>{`${words.title} – Frontdesk`}</title>
      {unused === undefined ? (
        <SignInForm {...attempts} />
      ) : (
        <LinkForm {...attempts} use={() => attempts.attempt(() => use(unused))} />
      )}
      {unused === undefined && (
        <div className={`stack ${styles.aside}`}>
          <p>{words.noPassword}</p>
          <code>npm run svc -- owner-link</code>
        </div>
      )}
    </main>
  )
}

/** Neither reloading nor going back shows a used link again. */
const forgetLink = () => history.replaceState(null, '', '/dashboard')

/** Uses up the link only when the button is pressed, because mail scanners open the links of a mail in a browser. */
function LinkForm({ busy, message, use }: Attempts & { use: () => void }) {
  const { signIn: words } = useWords()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    use()
  }
  return (
    <form className="card" onSubmit={submit} aria-busy={busy}>
      <Heading />
      <p>{words.byLink}</p>
      <Message text={message} />
      <button type="submit" disabled={busy} ref={focusAtFirst}>
        {busy ? words.busy : words.submit}
      </button>
    </form>
  )
}

function Heading() {
  const { signIn: words } = useWords()
  return (
    <h1>
      <img src={mark} alt="" width="24" height="24" />
      {words.heading}
    </h1>
  )
}

const Message = ({ text }: { text: string }) =>
  text ? (
    <p className="error" role="alert">
      {text}
    </p>
  ) : null

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

function useAttempt(signedIn: (email: string) => void) {
  const { signIn: words } = useWords()
  const [busy, setBusy] = useState(false)
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
      <Heading />
      <label>
        {words.email}
        <input name="email" type="email" autoComplete="username" required disabled={busy} ref={focusAtFirst} />
      </label>
      <label>
        {words.password}
        <input name="password" type="password" autoComplete="current-password" required disabled={busy} />
      </label>
      <Message text={message} />
      {challenge && <Challenge {...challenge} />}
      <button type="submit" disabled={busy} hidden={challenge !== undefined}>
        {busy ? words.busy : words.submit}
      </button>
    </form>
  )
}
