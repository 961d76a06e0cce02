import { lazy, Suspense } from 'react'
import { readScreens } from '../../../app/read-screens.ts'
import { useDesk } from '../../../live/desk.tsx'
import { foundBy, type ListName } from '../../../live/keys.ts'
import { useWords } from '../../../words/words.tsx'

const NothingFound = lazy(() => readScreens().then(({ NothingFound }) => ({ default: NothingFound })))

/** The empty state of a list: what it will show, and what to do. */
export function EmptyList({ list, words }: { list: ListName; words: string }) {
  const { inbox } = useWords()
  const { site } = useDesk()
  if (words !== '')
    return (
      <div className="list-said">
        <p className="muted">{inbox.notFoundHint}</p>
      </div>
    )
  if (foundBy(list))
    return (
      <Suspense>
        <NothingFound />
      </Suspense>
    )
  const name = list.startsWith('label:') ? 'label' : (list as Exclude<ListName, `label:${string}` | `found:${string}`>)
  return (
    <div className="list-said">
      <h2>{inbox.empty[name]}</h2>
      <p className="muted">{inbox.empty[`${name}Hint`]}</p>
      {list === 'all' && site.id === 'demo' && <a href="/demo/">{inbox.empty.allTry}</a>}
    </div>
  )
}
