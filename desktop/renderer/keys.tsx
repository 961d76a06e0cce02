import { type FormEvent, useCallback, useEffect, useState } from 'react'
import type { ApiKey, KeyList, PresetId } from '../../shared/key.ts'
import { type Client, wordsOf } from './connection.ts'
import { Copyable } from './site-card.tsx'

/** The site's API keys: make one, see them, revoke one. */
export function Keys({ site, client }: { site: string; client: Client }) {
  const [list, setList] = useState<KeyList>()
  const [made, setMade] = useState('')
  const [words, setWords] = useState('')
  const load = useCallback(
    () => client.keys.list.query({ site }).then(setList, (error) => setWords(wordsOf(error))),
    [client, site],
  )
  useEffect(() => void load(), [load])

  const attempt = (work: Promise<unknown>) => {
    setWords('')
    work.then(load, (error) => setWords(wordsOf(error)))
  }
  const create = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const fields = new FormData(form)
    const key = { site, name: String(fields.get('name')), preset: fields.get('preset') as PresetId }
    attempt(
      client.keys.create.mutate(key).then((created) => {
        setMade(created.key)
        form.reset()
      }),
    )
  }
  return (
    <div className="keys">
      <h3>API keys</h3>
      <form onSubmit={create} className="inline">
        <label>
          Name
          <input name="name" required maxLength={100} autoComplete="off" />
        </label>
        <label>
          May do
          <select name="preset">
            {list?.presets.map((preset) => (
              <option key={preset.id} value={preset.id}>
                {preset.label}
              </option>
            ))}
          </select>
        </label>
        <button type="submit">Create key</button>
      </form>
      {made && <Copyable label="The new key. It is shown only now." text={made} />}
      {words && (
        <p className="error" role="alert">
          {words}
        </p>
      )}
      {list && <KeyTable keys={list.keys} revoke={(id) => attempt(client.keys.revoke.mutate({ id, site }))} />}
      {!list && !words && <div className="skeleton" role="status" aria-label="Loading keys" />}
    </div>
  )
}

function KeyTable({ keys, revoke }: { keys: ApiKey[]; revoke: (id: string) => void }) {
  if (keys.length === 0) return <p className="muted">No key yet. A key lets another system use the API of this site.</p>
  return (
    <div className="scroll">
      <table>
        <thead>
          <tr>
            <th>Name</th>
            <th>Begins with</th>
            <th>Scopes</th>
            <th>Last used</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key.id}>
              <td dir="auto">{key.name}</td>
              <td>
                <code>{key.prefix}</code>
              </td>
              <td title={key.scopes.join(', ')}>{key.scopes.length}</td>
              <td>{key.lastUsedAt ? new Date(key.lastUsedAt).toLocaleString() : 'never'}</td>
              <td>{key.revokedAt ? 'revoked' : <Revoke name={key.name} revoke={() => revoke(key.id)} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Asks once more: a revoked key cannot be brought back. */
function Revoke({ name, revoke }: { name: string; revoke: () => void }) {
  const [asked, setAsked] = useState(false)
  if (!asked)
    return (
      <button type="button" className="quiet" aria-label={`Revoke ${name}`} onClick={() => setAsked(true)}>
        Revoke
      </button>
    )
  return (
    <button type="button" className="danger" onClick={revoke} onBlur={() => setAsked(false)} ref={(it) => it?.focus()}>
      Revoke for good
    </button>
  )
}
