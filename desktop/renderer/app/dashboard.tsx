import { type QueryClient, QueryClientProvider, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { type Connection, connect, wordsOf } from '../live/connection.ts'
import { createQueries } from '../live/queries.ts'
import { useStore } from '../live/store.ts'
import { useWords } from '../words/words.tsx'
import { SignIn, SignInAgain } from './sign-in.tsx'
import { SignedIn } from './signed-in.tsx'

/**
 * Signs in, then shows what the account may see.
 * @param link the token of a one-time link, which takes precedence over an existing session
 */
export function Dashboard({ link }: { link: string | undefined }) {
  const [session, setSession] = useState(0)
  const again = useCallback(() => setSession((count) => count + 1), [])
  return link !== undefined && session === 0 ? (
    <SignIn link={link} signedIn={again} />
  ) : (
    <Session key={session} again={again} />
  )
}

type Open = { connection: Connection; queries: QueryClient }

/** One session: its connection, and the cached answers. */
function Session({ again }: { again: () => void }) {
  const [open, setOpen] = useState<Open>()
  const [isOut, setOut] = useState(false)
  useEffect(() => {
    const connection = connect(() => setOut(true))
    setOpen({ connection, queries: createQueries() })
    return connection.close
  }, [])
  if (!open) return <Loading />
  return (
    <QueryClientProvider client={open.queries}>
      <Known connection={open.connection} isOut={isOut} setOut={setOut} again={again} />
    </QueryClientProvider>
  )
}

type Props = { connection: Connection; isOut: boolean; setOut(isOut: boolean): void; again: () => void }

/** The signed-in person. Once known, the screens stay even if the session ends, so that no unsaved text is lost. */
function Known({ connection, isOut, setOut, again }: Props) {
  const { client } = connection
  const { data: me, error } = useQuery({ queryKey: ['me'], queryFn: () => client.identity.me.query({}), retry: 2 })
  useMeAgain(connection)
  const back = (email: string) => {
    // Another person signed in: nothing that is shown or cached is theirs.
    if (email !== me?.admin.email) return location.reload()
    setOut(false)
    connection.reopen()
  }
  if (me)
    return (
      <>
        <SignedIn me={me} connection={connection} isOut={isOut} left={again} />
        {isOut && <SignInAgain signedIn={back} />}
      </>
    )
  if (isOut) return <SignIn signedIn={again} />
  if (error) return <Failed words={wordsOf(error)} again={again} />
  return <Loading connection={connection} />
}

/** Checks the session after each reconnection. */
function useMeAgain({ online }: Connection): void {
  const queries = useQueryClient()
  const isOnline = useStore(online, (value) => value)
  useEffect(() => {
    if (isOnline) void queries.invalidateQueries({ queryKey: ['me'] }, { cancelRefetch: false })
  }, [isOnline, queries])
}

const looksEvery = 4_000

/** Says after some seconds why nothing comes, because a proxy may pass on everything but WebSockets. */
function Loading({ connection }: { connection?: Connection }) {
  const { common, connection: words } = useWords()
  const [why, setWhy] = useState('')
  useEffect(() => {
    const look = async () => {
      // A proxy answers itself, with an error, while the server is down.
      const answers = await fetch('/healthz').then(
        ({ ok }) => ok,
        () => false,
      )
      setWhy(connection?.online.get() ? '' : answers ? words.noSocket : words.offline)
    }
    const timer = setInterval(() => void look(), looksEvery)
    return () => clearInterval(timer)
  }, [connection, words])
  return (
    <main className="stack gap-4 page" aria-busy="true" aria-label={common.loading}>
      <div className="skeleton" />
      <p role="status">{why}</p>
    </main>
  )
}

function Failed({ words, again }: { words: string; again: () => void }) {
  const { common, signIn } = useWords()
  return (
    <main className="stack gap-4 page narrow">
      <section className="card" role="alert">
        <h1>{signIn.failed}</h1>
        <p>{words}</p>
        <button type="button" onClick={again}>
          {common.retry}
        </button>
      </section>
    </main>
  )
}
