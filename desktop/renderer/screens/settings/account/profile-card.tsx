import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { wordsOf } from '../../../live/connection.ts'
import { useDesk } from '../../../live/desk.tsx'
import { useLaterWords } from '../../../words/later-words.ts'

/** The person's name and picture, as shown to colleagues and visitors. */
export function ProfileCard() {
  const { client, me } = useDesk()
  const { account: words, common } = useLaterWords()
  const queries = useQueryClient()
  const [result, setResult] = useState<{ words: string; isError: boolean }>()
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    client.identity.rename.mutate({ name }).then(
      () => {
        setResult({ words: common.saved, isError: false })
        void queries.invalidateQueries({ queryKey: ['me'] })
      },
      (error) => setResult({ words: wordsOf(error), isError: true }),
    )
  }
  return (
    <section className="card" aria-labelledby="profile">
      <h2 id="profile">{words.profile}</h2>
      <dl>
        <div>
          <dt>{words.email}</dt>
          <dd>{me.email}</dd>
        </div>
      </dl>
      <form className="cluster gap-3 fields" onSubmit={save}>
        <div className="field">
          <label>
            {words.name}
            <input
              name="name"
              defaultValue={me.name ?? ''}
              maxLength={100}
              autoComplete="name"
              dir="auto"
              aria-describedby="name-hint"
            />
          </label>
          <small id="name-hint">{words.nameHint}</small>
        </div>
        <button type="submit">{common.save}</button>
      </form>
      {result && (
        <p className={result.isError ? 'error' : 'muted'} role={result.isError ? 'alert' : 'status'}>
          {result.words}
        </p>
      )}
    </section>
  )
}
