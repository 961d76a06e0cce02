import { lazy, Suspense, useState } from 'react'
import { readScreens } from '../../app/read-screens.ts'
import { isMac, useKeysOf } from '../../keys/own-keys.ts'
import { keyWords } from '../../keys/press.ts'
import { useDesk } from '../../live/desk.tsx'
import { isGuided } from '../../live/guide.ts'
import type { ListName } from '../../live/keys.ts'
import { useWords } from '../../words/words.tsx'
import { Away } from './list/away.tsx'
import styles from './no-conversation.module.css'

const Guide = lazy(() => readScreens().then(({ Guide }) => ({ default: Guide })))

/** The middle pane without a conversation: what happened, and what to do next. */
export function NoConversation({ list }: { list: ListName }) {
  const { inbox, keys } = useWords()
  const { me, site } = useDesk()
  const [next, open, palette] = [useKeysOf('inbox.next'), useKeysOf('inbox.open'), useKeysOf('palette')]
  const keyText = (keyed: string) => keyWords(keyed, isMac, keys.followedBy)
  return (
    <div className={`stack gap-1 ${styles.noConversation}`}>
      {me.owner && <FirstSteps key={site.id} site={site.id} />}
      <Away list={list} />
      {open && <p>{inbox.choose}</p>}
      {!open && palette && <p className="muted">{inbox.nothingToOpen(keyText(palette))}</p>}
      {next && open && <p className="muted">{inbox.chooseHint(keyText(next), keyText(open))}</p>}
    </div>
  )
}

/** Once shown, they stay, so that the person sees when all are done. */
function FirstSteps({ site }: { site: string }) {
  const [areShown] = useState(() => isGuided(site))
  return (
    areShown && (
      <Suspense>
        <Guide />
      </Suspense>
    )
  )
}
