import { useWords } from '../words/words.tsx'

type Given = {
  /** Null: the table of all. */
  id: string | null
  /** The filters, as they stand in the address. */
  query: string
}

export function Contacts({ id: _id, query: _query }: Given) {
  const { frame } = useWords()
  return (
    <main>
      <h1>{frame.contacts}</h1>
    </main>
  )
}
