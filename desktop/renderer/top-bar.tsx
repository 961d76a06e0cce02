import { useState } from 'react'
import type { Me } from '../../shared/site.ts'
import { isSignedOut, signOut, wordsOf } from './connection.ts'
import mark from './mark.svg'

type Given = { account: Me; left: () => void; changing: boolean; change: () => void }

/** Whose dashboard this is, and the way out. */
export function TopBar({ account, left, changing, change }: Given) {
  const [words, setWords] = useState('')
  const leave = () =>
    signOut().then(left, (error) => {
      if (isSignedOut(error)) left()
      else setWords(wordsOf(error))
    })
  return (
    <header className="top">
      <h1>
        <img src={mark} alt="" width="24" height="24" />
        Frontdesk
      </h1>
      <p className="who" title={account.email}>
        <bdi>{account.name ?? account.email}</bdi>
        <span className="muted">{account.owner ? 'Owner' : account.role === 'admin' ? 'Admin' : 'Member'}</span>
      </p>
      <a href="/docs/">API</a>
      <button type="button" className="quiet" onClick={change} aria-expanded={changing}>
        Password
      </button>
      <button type="button" className="quiet" onClick={leave}>
        Sign out
      </button>
      {words && (
        <p className="error" role="alert">
          {words}
        </p>
      )}
    </header>
  )
}
