import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { KeyCreated, PresetId } from '../../../shared/key.ts'
import { wordsOf } from '../connection.ts'
import { useDesk } from '../data/desk.tsx'
import { useLaterWords } from '../words/later-words.ts'
import './account.css'
import { KeyRows } from './key-rows.tsx'
import { MadeKey, NewKey } from './new-key.tsx'

/** The site's API keys: make one, see them, revoke one. Those that others make and revoke come by themselves. */
export function ApiKeys() {
  const { client, site } = useDesk()
  const { keys: words } = useLaterWords().account
  const queries = useQueryClient()
  const queryKey = ['site', site.id, 'keys']
  const { data: list, error } = useQuery({ queryKey, queryFn: () => client.keys.list.query({ site: site.id }) })
  const [made, setMade] = useState<KeyCreated>()
  const [said, setSaid] = useState('')
  const failed = (reason: unknown) => setSaid(wordsOf(reason))
  const reload = () => queries.invalidateQueries({ queryKey })

  const create = async (name: string, preset: PresetId): Promise<boolean> => {
    setSaid('')
    try {
      setMade(await client.keys.create.mutate({ site: site.id, name, preset }))
    } catch (reason) {
      failed(reason)
      return false
    }
    await reload()
    return true
  }
  const revoke = async (id: string) => {
    setSaid('')
    await client.keys.revoke.mutate({ id, site: site.id }).then(() => {
      if (made?.id === id) setMade(undefined)
    }, failed)
    await reload()
  }
  const refusal = said || (error && !list ? wordsOf(error) : '')
  return (
    <section className="keys" aria-label={words.title}>
      <h2>{words.title}</h2>
      {list && <NewKey presets={list.presets} create={create} />}
      {refusal && (
        <p className="error" role="alert">
          {refusal}
        </p>
      )}
      {made && <MadeKey made={made} close={() => setMade(undefined)} />}
      {list && <KeyRows list={list} revoke={revoke} />}
      {!list && !refusal && <div className="skeleton" role="status" aria-label={words.loading} />}
    </section>
  )
}
