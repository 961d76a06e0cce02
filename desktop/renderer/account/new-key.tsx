import { type FormEvent, useState } from 'react'
import type { KeyCreated, KeyList, PresetId } from '../../../shared/key.ts'
import { useLaterWords } from '../words/later-words.ts'
import { Copyable } from './copyable.tsx'

type Given = { presets: KeyList['presets']; create: (name: string, preset: PresetId) => Promise<boolean> }

/** Makes a key. While one is being made, no second one can be: a double click is one key. */
export function NewKey({ presets, create }: Given) {
  const { keys: words } = useLaterWords().account
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const fields = new FormData(form)
    setBusy(true)
    if (await create(String(fields.get('name')), fields.get('preset') as PresetId)) form.reset()
    setBusy(false)
  }
  return (
    <form onSubmit={submit} className="fields">
      <label>
        {words.name}
        <input name="name" required maxLength={100} autoComplete="off" dir="auto" />
      </label>
      <label>
        {words.mayDo}
        <select name="preset">
          {presets.map((preset) => (
            <option key={preset.id} value={preset.id}>
              {preset.label}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" disabled={busy}>
        {words.create}
      </button>
    </form>
  )
}

/** A key that was just made, and what to do with it. */
export function MadeKey({ made, close }: { made: KeyCreated; close: () => void }) {
  const { keys: words } = useLaterWords().account
  const command = `curl ${location.origin}/api/v1/me -H 'Authorization: Bearer ${made.key}'`
  return (
    <section className="made" aria-label={words.made}>
      <div className="split">
        <p role="status">
          <strong>
            <bdi>{made.name}</bdi> {words.isMade}
          </strong>{' '}
          {words.copyNow}
        </p>
        <button type="button" className="quiet" onClick={close}>
          {words.done}
        </button>
      </div>
      <Copyable label={words.key} text={made.key} />
      <Copyable label={words.tryIt} text={command} />
    </section>
  )
}
