import { useEffect, useState } from 'react'
import type { MeAnswer } from '../../shared/site.ts'
import { type Client, connect, isSignedOut, wordsOf } from './connection.ts'
import { Home } from './home.tsx'
import { SignIn } from './sign-in.tsx'

type State = { kind: 'loading' } | { kind: 'out' } | { kind: 'in'; me: MeAnswer } | { kind: 'failed'; words: string }

/** Signs in, then shows what the account may see. */
export function Dashboard() {
  const [session, setSession] = useState(0)
  return <Session key={session} again={() => setSession(session + 1)} />
}

/** One connection with one session: the cookie is read when the socket opens. */
function Session({ again }: { again: () => void }) {
  const [state, setState] = useState<State>({ kind: 'loading' })
  const [online, setOnline] = useState(true)
  const [client, setClient] = useState<Client>()

  useEffect(() => {
    const connection = connect(setOnline)
    setClient(() => connection.client)
    connection.client.identity.me.query({}).then(
      (me) => setState({ kind: 'in', me }),
      (error) => setState(isSignedOut(error) ? { kind: 'out' } : { kind: 'failed', words: wordsOf(error) }),
    )
    return connection.close
  }, [])

  return (
    <>
      {!online && state.kind === 'in' && (
        <p className="bar" role="status">
          Offline. Trying to reach the server again.
        </p>
      )}
      {state.kind === 'loading' && <Loading />}
      {state.kind === 'failed' && <Failed words={state.words} again={again} />}
      {state.kind === 'out' && <SignIn signedIn={again} />}
      {state.kind === 'in' && client && <Home me={state.me} client={client} left={again} />}
    </>
  )
}

function Loading() {
  return (
    <main className="page" aria-busy="true" aria-label="Loading">
      <div className="skeleton" />
      <div className="skeleton" />
    </main>
  )
}

function Failed({ words, again }: { words: string; again: () => void }) {
  return (
    <main className="page">
      <section className="card" role="alert">
        <h1>Frontdesk does not answer</h1>
        <p>{words}</p>
        <button type="button" onClick={again}>
          Try again
        </button>
      </section>
    </main>
  )
}
