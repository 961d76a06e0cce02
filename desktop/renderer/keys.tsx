import { useCallback, useEffect, useState } from 'react'
import type { KeyCreated, KeyList, PresetId } from '../../shared/key.ts'
import { type Client, isSignedOut, wordsOf } from './connection.ts'
import { KeyRows } from './key-rows.tsx'
import { MadeKey, NewKey } from './new-key.tsx'

/** The site's API keys: make one, see them, revoke one. */
export function Keys({ site, client, left }: { site: string; client: Client; left: () => void }) {
  const [list, setList] = useState<KeyList>()
  const [made, setMade] = useState<KeyCreated>()
  const [words, setWords] = useState('')
  const failed = useCallback(
    (error: unknown) => {
      if (isSignedOut(error)) left()
      setWords(wordsOf(error))
    },
    [left],
  )
  const load = useCallback(() => client.keys.list.query({ site }).then(setList, failed), [client, site, failed])
  useEffect(() => void load(), [load])

  const create = async (name: string, preset: PresetId): Promise<boolean> => {
    setWords('')
    try {
      setMade(await client.keys.create.mutate({ site, name, preset }))
    } catch (error) {
      failed(error)
      return false
    }
    await load()
    return true
  }
  const revoke = async (id: string) => {
    setWords('')
    await client.keys.revoke.mutate({ id, site }).then(() => {
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
