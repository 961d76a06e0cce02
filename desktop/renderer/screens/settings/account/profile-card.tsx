import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { wordsOf } from '../../../app/connection.ts'
import { useDesk } from '../../../live/desk.tsx'
import { useLaterWords } from '../../../words/later-words.ts'

/** Who the person is, as colleagues and visitors see them. */
export function ProfileCard() {
  const { client, me } = useDesk()
  const { account: words, common } = useLaterWords()
  const queries = useQueryClient()
  const [said, setSaid] = useState<{ words: string; isRefusal: boolean }>()
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    client.identity.rename.mutate({ name }).then(
      () => {
        setSaid({ words: common.saved, isRefusal: false })
        void queries.invalidateQueries({ queryKey: ['me'] })
      },
      (error) => setSaid({ words: wordsOf(error), isRefusal: true }),
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
      <form className="fields" onSubmit={save}>
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
      {said && (
        <p className={said.isRefusal ? 'error' : 'muted'} role={said.isRefusal ? 'alert' : 'status'}>
          {said.words}
        </p>
      )}
    </section>
  )
}
