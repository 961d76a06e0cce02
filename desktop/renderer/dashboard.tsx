import { useCallback, useEffect, useState } from 'react'
import type { MeAnswer } from '../../shared/site.ts'
import { type Client, connect, isSignedOut, wordsOf } from './connection.ts'
import { ConnectionBar } from './connection-bar.tsx'
import { Home } from './home.tsx'
import { SignIn } from './sign-in.tsx'

type State = { kind: 'loading' | 'out' | 'ended' } | { kind: 'in'; me: MeAnswer } | { kind: 'failed'; words: string }

/**
 * Signs in, then shows what the account may see.
 * @param link the token of a one-time link: it goes before a session that is there already
 */
export function Dashboard({ link }: { link: string | undefined }) {
  const [session, setSession] = useState(0)
  const again = () => setSession(session + 1)
  if (link !== undefined && session === 0) return <SignIn link={link} signedIn={again} />
  return <Session key={session} again={again} />
}

/** One connection with one session: the cookie is read when the socket opens. */
function Session({ again }: { again: () => void }) {
  const [state, setState] = useState<State>({ kind: 'loading' })
  const [online, setOnline] = useState(true)
  const [client, setClient] = useState<Client>()

  useEffect(() => {
    const connection = connect((isOnline) => {
      setOnline(isOnline)
      // Whatever changed while the connection was away: asked anew each time that it stands.
      if (isOnline) connection.client.identity.me.query({}).then((me) => setState({ kind: 'in', me }), refused)
    })
    const refused = (error: unknown) =>
      setState((before) =>
        isSignedOut(error)
          ? { kind: before.kind === 'in' ? 'ended' : 'out' }
          : before.kind === 'in'
            ? before
            : { kind: 'failed', words: wordsOf(error) },
      )
    setClient(() => connection.client)
    return connection.close
  }, [])

  const ended = useCallback(() => setState({ kind: 'ended' }), [])
  return (
    <>
      <ConnectionBar online={online} />
      {state.kind === 'loading' && <Loading />}
      {state.kind === 'failed' && <Failed words={state.words} again={again} />}
      {state.kind === 'out' && <SignIn signedIn={again} />}
      {state.kind === 'ended' && <SignIn signedIn={again} words="Your session has ended. Sign in again to go on." />}
      {state.kind === 'in' && client && <Home me={state.me} client={client} left={again} ended={ended} />}
    </>
  )
}

function Loading() {
  return (
    <main className="page" aria-busy="true" aria-label="Loading">
      <div className="skeleton" />
    </main>
  )
}

function Failed({ words, again }: { words: string; again: () => void }) {
  return (
    <main className="page narrow">
      <section className="card" role="alert">
        <h1>Frontdesk cannot be shown</h1>
        <p>{words}</p>
        <button type="button" onClick={again}>
          Try again
        </button>
      </section>
    </main>
  )
}
