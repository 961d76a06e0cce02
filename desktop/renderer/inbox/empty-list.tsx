import { useDesk } from '../data/desk.tsx'
import type { ListName } from '../data/queries.ts'
import { useWords } from '../words/words.tsx'

/** What a list without conversations says: what will be here, and what to do now. */
export function EmptyList({ list, words }: { list: ListName; words: string }) {
  const { inbox } = useWords()
  const { site } = useDesk()
  if (words !== '')
    return (
      <div className="list-said empty">
        <p className="muted">{inbox.notFoundHint}</p>
      </div>
    )
  const name = list.startsWith('label:') ? 'label' : (list as Exclude<ListName, `label:${string}`>)
  return (
    <div className="list-said empty">
      <h2>{inbox.empty[name]}</h2>
      <p className="muted">{inbox.empty[`${name}Hint`]}</p>
      {list === 'all' && site.id === 'demo' && <a href="/demo/">{inbox.empty.allTry}</a>}
    </div>
  )
}
