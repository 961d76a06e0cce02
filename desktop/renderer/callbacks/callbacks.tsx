import { useWords } from '../words/words.tsx'

type Given = {
  /** Empty: the open ones. */
  list: string
}

export function Callbacks({ list: _list }: Given) {
  const { frame } = useWords()
  return (
    <main>
      <h1>{frame.callbacks}</h1>
    </main>
  )
}
