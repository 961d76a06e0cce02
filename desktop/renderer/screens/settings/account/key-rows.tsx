import { type ReactNode, useState } from 'react'
import type { ApiKey, KeyList } from '../../../../../shared/key.ts'
import { Ago } from '../../../ui/ago.tsx'
import { useNow } from '../../../ui/clock.ts'
import { RemoveButton } from '../../../ui/remove-button.tsx'
import { useLaterWords } from '../../../words/later-words.ts'
import { useLanguage } from '../../../words/words.tsx'
import styles from './account.module.css'
import { presetOf } from './key-draft.ts'

type Doing = { replace: (key: ApiKey) => void; revoke: (id: string) => Promise<unknown> }

const shownAtFirst = 10
const minute = 60_000

/** The active keys, newest first, and the inactive ones, collapsed. */
export function KeyRows({ list, ...doing }: Doing & { list: KeyList }) {
  const { keys: words } = useLaterWords().account
  const [all, setAll] = useState(false)
  const now = useNow(minute)
  const works = ({ revokedAt, expiresAt }: ApiKey) => revokedAt === null && (expiresAt ?? Infinity) > now
  const active = list.keys.filter(works)
  const over = list.keys.filter((key) => !works(key))
  const rest = all ? 0 : active.length - shownAtFirst
  if (list.keys.length === 0) return <p className="muted">{words.none}</p>
  return (
    <>
      <ul>
        {active.slice(0, all ? undefined : shownAtFirst).map((key) => (
          <KeyRow key={key.id} item={key} list={list}>
            <button
              type="button"
              className="quiet"
              aria-label={words.replaceNamed(key.name)}
              onClick={() => doing.replace(key)}
            >
              {words.replace}
            </button>
            <RemoveButton
              words={words.revoke}
              label={words.revokeNamed(key.name)}
              sure={words.revokeSure}
              question={words.revokeAsk}
              remove={() => doing.revoke(key.id)}
            />
          </KeyRow>
        ))}
      </ul>
      {rest > 0 && (
        <button type="button" className="quiet" onClick={() => setAll(true)}>
          {words.showMore(rest)}
        </button>
      )}
      {over.length > 0 && <OverKeys over={over} list={list} />}
    </>
  )
}

function OverKeys({ over, list }: { over: ApiKey[]; list: KeyList }) {
  const { keys: words } = useLaterWords().account
  return (
    <details>
      <summary className="muted">{words.revokedCount(over.length)}</summary>
      <ul>
        {over.map((key) => (
          <KeyRow key={key.id} item={key} list={list}>
            <span className="muted">
              {key.revokedAt === null ? (
                <Ago text={words.expired} at={key.expiresAt ?? 0} />
              ) : (
                <Ago text={words.revoked} at={key.revokedAt} />
              )}
            </span>
          </KeyRow>
        ))}
      </ul>
    </details>
  )
}

function KeyRow({ item, list, children }: { item: ApiKey; list: KeyList; children: ReactNode }) {
  const { account, keyScopes } = useLaterWords()
  const { keys: words } = account
  const { language } = useLanguage()
  const { name, prefix, scopes, lastUsedAt, expiresAt, ratePerMinute, allowIps, createdAt, createdBy } = item
  const preset = presetOf(list, scopes)
  return (
    <li>
      <p className={styles.name} dir="auto">
        {name}
      </p>
      <p className={styles.facts}>
        <code>{prefix}…</code>
        <span>{preset ? keyScopes.presets[preset] : scopes.join(', ')}</span>
        <span>{lastUsedAt === null ? words.neverUsed : <Ago text={words.used} at={lastUsedAt} />}</span>
        {expiresAt !== null && <span>{words.until(new Date(expiresAt).toLocaleDateString(language))}</span>}
        <span>{words.perMinute(ratePerMinute.toLocaleString(language))}</span>
        {allowIps.length > 0 && <span>{words.onlyFrom(allowIps.join(', '))}</span>}
        <Ago text={(ago) => words.madeBy(ago, createdBy)} at={createdAt} />
      </p>
      <div className="cluster row-actions">{children}</div>
    </li>
  )
}
