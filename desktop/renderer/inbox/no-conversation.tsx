import type { ListName } from '../data/queries.ts'
import { isMac, useKeysOf } from '../keys/own-keys.ts'
import { keyWords } from '../keys/press.ts'
import { useWords } from '../words/words.tsx'
import { Away } from './away.tsx'
import './no-conversation.css'

/** The middle while no conversation is open: what happened meanwhile, and how to go on. */
export function NoConversation({ list }: { list: ListName }) {
  const { inbox, keys } = useWords()
  const [next, open] = [useKeysOf('inbox.next'), useKeysOf('inbox.open')]
  const said = (keyed: string) => keyWords(keyed, isMac, keys.followedBy)
  return (
    <div className="no-conversation">
      <Away list={list} />
      {open && <p>{inbox.choose}</p>}
      {next && open && <p className="muted">{inbox.chooseHint(said(next), said(open))}</p>}
    </div>
  )
}
