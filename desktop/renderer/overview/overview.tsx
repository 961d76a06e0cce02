import { useWords } from '../words/words.tsx'

type Given = {
  /** The days, as they stand in the address. */
  query: string
}

export function Overview({ query: _query }: Given) {
  const { frame } = useWords()
  return (
    <main>
      <h1>{frame.overview}</h1>
    </main>
  )
}
