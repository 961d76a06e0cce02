import { useCallback, useEffect, useState } from 'react'
import type { KeyCreated, KeyList, PresetId } from '../../shared/key.ts'
import type { SiteSummary } from '../../shared/site.ts'
import { type Client, isSignedOut, wordsOf } from './connection.ts'
import { KeyRows } from './key-rows.tsx'
import { MadeKey, NewKey } from './new-key.tsx'

type Given = { site: SiteSummary; client: Client; ended: () => void }

/** The site's API keys: make one, see them, revoke one. They are asked for anew whenever the site was. */
export function Keys({ site, client, ended }: Given) {
  const [list, setList] = useState<KeyList>()
  const [made, setMade] = useState<KeyCreated>()
  const [words, setWords] = useState('')
  const failed = useCallback(
    (error: unknown) => {
      if (isSignedOut(error)) ended()
      else setWords(wordsOf(error))
    },
    [ended],
  )
  const load = useCallback(
    () => client.keys.list.query({ site: site.id }).then(setList, failed),
    [client, site, failed],
  )
  useEffect(() => void load(), [load])

  const create = async (name: string, preset: PresetId): Promise<boolean> => {
    setWords('')
    try {
      setMade(await client.keys.create.mutate({ site: site.id, name, preset }))
    } catch (error) {
      failed(error)
      return false
    }
    await load()
    return true
  }
  const revoke = async (id: string) => {
    setWords('')
    await client.keys.revoke.mutate({ id, site: site.id }).then(() => {
      if (made?.id === id) setMade(undefined)
    }, failed)
    await load()
  }
  return (
    <section className="keys" aria-label="API keys">
      <h3>API keys</h3>
      {list && <NewKey presets={list.presets} create={create} />}
      {words && (
        <p className="error" role="alert">
          {words}
        </p>
      )}
      {made && <MadeKey made={made} close={() => setMade(undefined)} />}
      {list && <KeyRows list={list} revoke={revoke} />}
      {!list && !words && <div className="skeleton" role="status" aria-label="Loading keys" />}
    </section>
  )
}
