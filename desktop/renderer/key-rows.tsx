import { useState } from 'react'
import type { ApiKey, KeyList } from '../../shared/key.ts'
import { Ago } from './ago.tsx'

type Revoke = (id: string) => Promise<void>

const shownAtFirst = 10

/** The keys that work, the newest first, and folded those that do not any more. */
export function KeyRows({ list, revoke }: { list: KeyList; revoke: Revoke }) {
  const [all, setAll] = useState(false)
  const active = list.keys.filter((key) => key.revokedAt === null)
  const revoked = list.keys.filter((key) => key.revokedAt !== null)
  const rest = all ? 0 : active.length - shownAtFirst
  const row = (key: ApiKey) => <KeyRow key={key.id} item={key} mayDo={presetOf(list, key)} revoke={revoke} />
  if (list.keys.length === 0)
    return <p className="muted">No key yet. With a key, another program can use the API of this site.</p>
  return (
    <>
      <ul>{active.slice(0, all ? undefined : shownAtFirst).map(row)}</ul>
      {rest > 0 && (
        <button type="button" className="quiet" onClick={() => setAll(true)}>
          Show {rest} more
        </button>
      )}
      {revoked.length > 0 && (
        <details>
          <summary className="muted">{revoked.length} revoked</summary>
          <ul>{revoked.map(row)}</ul>
        </details>
      )}
    </>
  )
}

function KeyRow({ item, mayDo, revoke }: { item: ApiKey; mayDo: string; revoke: Revoke }) {
  const { id, name, prefix, scopes, lastUsedAt, expiresAt, revokedAt } = item
  return (
    <li>
      <p className="name" dir="auto">
        {name}
      </p>
      <p className="facts">
        <code>{prefix}…</code>
        <span title={scopes.join(', ')}>{mayDo}</span>
        <span>{lastUsedAt === null ? 'never used' : <Ago what="used" at={lastUsedAt} />}</span>
        {expiresAt !== null && <span>until {new Date(expiresAt).toLocaleDateString()}</span>}
      </p>
      {revokedAt === null ? (
        <RevokeButton name={name} revoke={() => revoke(id)} />
      ) : (
        <span className="muted">
          <Ago what="revoked" at={revokedAt} />
        </span>
      )}
    </li>
  )
}

/** The name of the preset whose scopes the key has. */
function presetOf({ presets }: KeyList, { scopes }: ApiKey): string {
  const own = [...scopes].sort().join()
  const preset = presets.find((one) => [...one.scopes].sort().join() === own)
  return preset?.label ?? (scopes.length === 1 ? scopes[0]! : `${scopes.length} scopes`)
}

/** Asks once more: a revoked key cannot be brought back. */
function RevokeButton({ name, revoke }: { name: string; revoke: () => Promise<void> }) {
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  if (!asked)
    return (
      <button type="button" className="quiet" aria-label={`Revoke ${name}`} onClick={() => setAsked(true)}>
        Revoke
      </button>
    )
  const finish = async () => {
    setBusy(true)
    await revoke()
    setBusy(false)
    setAsked(false)
  }
  const keep = () => {
    if (!busy) setAsked(false)
  }
  return (
    <button type="button" className="danger" onClick={finish} onBlur={keep} disabled={busy} ref={(it) => it?.focus()}>
      Revoke for good
    </button>
  )
}
