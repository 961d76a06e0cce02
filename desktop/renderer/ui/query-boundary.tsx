import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { wordsOf } from '../live/connection.ts'
import { useLaterWords } from '../words/later-words.ts'

type Props<T> = { query: UseQueryResult<T>; children: (data: T) => ReactNode }

/** Renders a query's result; a skeleton until there is one, and the error if there is none. */
export function QueryBoundary<T>({ query, children }: Props<T>) {
  const { settings, common } = useLaterWords()
  if (query.data !== undefined) return children(query.data)
  if (query.isError)
    return (
      <div className="settings-section" role="alert">
        <p>{settings.cannotLoad(wordsOf(query.error))}</p>
        <button type="button" onClick={() => void query.refetch()}>
          {common.retry}
        </button>
      </div>
    )
  return <div className="skeleton" role="status" aria-label={common.loading} />
}
