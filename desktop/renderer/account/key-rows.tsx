import { useState } from 'react'
import type { ApiKey, KeyList } from '../../../shared/key.ts'
import { focusAtFirst } from '../frame/focus-at-first.ts'
import type { LaterWords } from '../words/en/later.ts'
import { useLaterWords } from '../words/later-words.ts'
import { useLanguage } from '../words/words.tsx'
import { Ago } from './ago.tsx'

type Revoke = (id: string) => Promise<void>

const shownAtFirst = 10

/** The keys that work, the newest first, and folded those that do not any more. */
export function KeyRows({ list, revoke }: { list: KeyList; revoke: Revoke }) {
  const { keys: words } = useLaterWords().account
  const [all, setAll] = useState(false)
  const active = list.keys.filter((key) => key.revokedAt === null)
  const revoked = list.keys.filter((key) => key.revokedAt !== null)
  const rest = all ? 0 : active.length - shownAtFirst
  const row = (key: ApiKey) => <KeyRow key={key.id} item={key} mayDo={presetOf(list, key, words)} revoke={revoke} />
  if (list.keys.length === 0) return <p className="muted">{words.none}</p>
  return (
    <>
      <ul>{active.slice(0, all ? undefined : shownAtFirst).map(row)}</ul>
      {rest > 0 && (
        <button type="button" className="quiet" onClick={() => setAll(true)}>
          {words.showMore(rest)}
        </button>
      )}
      {revoked.length > 0 && (
        <details>
          <summary className="muted">{words.revokedCount(revoked.length)}</summary>
          <ul>{revoked.map(row)}</ul>
        </details>
      )}
    </>
  )
}

function KeyRow({ item, mayDo, revoke }: { item: ApiKey; mayDo: string; revoke: Revoke }) {
  const { keys: words } = useLaterWords().account
  const { language } = useLanguage()
  const { id, name, prefix, scopes, lastUsedAt, expiresAt, revokedAt } = item
  return (
    <li>
      <p className="name" dir="auto">
        {name}
      </p>
      <p className="facts">
        <code>{prefix}…</code>
        <span title={scopes.join(', ')}>{mayDo}</span>
        <span>{lastUsedAt === null ? words.neverUsed : <Ago said={words.used} at={lastUsedAt} />}</span>
        {expiresAt !== null && <span>{words.until(new Date(expiresAt).toLocaleDateString(language))}</span>}
      </p>
      {revokedAt === null ? (
        <RevokeButton name={name} revoke={() => revoke(id)} />
      ) : (
        <span className="muted">
          <Ago said={words.revoked} at={revokedAt} />
        </span>
      )}
    </li>
  )
}

/** The name of the preset whose scopes the key has. */
function presetOf({ presets }: KeyList, { scopes }: ApiKey, words: LaterWords['account']['keys']): string {
  const own = [...scopes].sort().join()
  const preset = presets.find((one) => [...one.scopes].sort().join() === own)
  return preset?.label ?? (scopes.length === 1 ? scopes[0]! : words.scopes(scopes.length))
}

/** Asks once more: a revoked key cannot be brought back. */
function RevokeButton({ name, revoke }: { name: string; revoke: () => Promise<void> }) {
  const { keys: words } = useLaterWords().account
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  if (!asked)
    return (
      <button type="button" className="quiet" aria-label={words.revokeNamed(name)} onClick={() => setAsked(true)}>
        {words.revoke}
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
    <button type="button" className="danger" onClick={finish} onBlur={keep} disabled={busy} ref={focusAtFirst}>
      {words.revokeSure}
    </button>
  )
}
