import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiKey, NewApiKey } from '../../../../../shared/key.ts'
import { wordsOf } from '../../../live/connection.ts'
import { useDesk } from '../../../live/desk.tsx'
import { useLaterWords } from '../../../words/later-words.ts'
import styles from './account.module.css'
import { KeyRows } from './key-rows.tsx'
import { type Made, MadeKey } from './made-key.tsx'
import { NewKey } from './new-key.tsx'

/** The site's API keys: create, list, rotate, revoke. Changes by others appear automatically. */
export function ApiKeys() {
  const { client, site } = useDesk()
  const { keys: words } = useLaterWords().account
  const queries = useQueryClient()
  const queryKey = ['site', site.id, 'keys']
  const { data: list, error } = useQuery({ queryKey, queryFn: () => client.keys.list.query({ site: site.id }) })
  const [made, setMade] = useState<Made>()
  const [like, setLike] = useState<ApiKey>()
  /** Each form is new, so that no input carries over to the next key. */
  const [form, setForm] = useState(0)
  const begin = (other?: ApiKey) => {
    setLike(other)
    setForm((before) => before + 1)
  }
  const reload = () => queries.invalidateQueries({ queryKey })

  const create = async (key: NewApiKey) => {
    const created = await client.keys.create.mutate({ site: site.id, ...key })
    setMade({ ...created, insteadOf: like?.prefix })
    begin()
    await reload()
    return created
  }
  const revoke = async (id: string) => {
    await client.keys.revoke.mutate({ id, site: site.id })
    if (made?.id === id) setMade(undefined)
    if (like?.id === id) begin()
    await reload()
  }
  return (
    <section className={`stack gap-3 ${styles.keys}`} aria-label={words.title}>
      <h2>{words.title}</h2>
      {list && <NewKey key={form} list={list} like={like} create={create} cancel={() => begin()} />}
      {error && !list && (
        <p className="error" role="alert">
          {wordsOf(error)}
        </p>
      )}
      {made && <MadeKey key={made.id} made={made} close={() => setMade(undefined)} />}
      {list && <KeyRows list={list} replace={begin} revoke={revoke} />}
      {!list && !error && <div className="skeleton" role="status" aria-label={words.loading} />}
    </section>
  )
}
