import { lazy, Suspense, useState } from 'react'
import type { SiteSummary } from '../../../../shared/site.ts'
import { readScreens } from '../../app/read-screens.ts'
import { isMac, useKeysOf } from '../../keys/own-keys.ts'
import { keyWords } from '../../keys/press.ts'
import { useDesk } from '../../live/desk.tsx'
import { isGuided } from '../../live/guide.ts'
import type { ListName } from '../../live/keys.ts'
import { useWords } from '../../words/words.tsx'
import { Away } from './list/away.tsx'
import './no-conversation.css'

const Guide = lazy(() => readScreens().then(({ Guide }) => ({ default: Guide })))

/** The middle while no conversation is open: what happened meanwhile, and how to go on. */
export function NoConversation({ list }: { list: ListName }) {
  const { inbox, keys } = useWords()
  const { me, site } = useDesk()
  const [next, open, palette] = [useKeysOf('inbox.next'), useKeysOf('inbox.open'), useKeysOf('palette')]
  const said = (keyed: string) => keyWords(keyed, isMac, keys.followedBy)
  return (
    <div className="no-conversation">
      {me.owner && <FirstSteps key={site.id} site={site} />}
      <Away list={list} />
      {open && <p>{inbox.choose}</p>}
      {!open && palette && <p className="muted">{inbox.nothingToOpen(said(palette))}</p>}
      {next && open && <p className="muted">{inbox.chooseHint(said(next), said(open))}</p>}
    </div>
  )
}

/** Once shown they stay, so that whoever did the last of them sees that all are done. */
function FirstSteps({ site }: { site: SiteSummary }) {
  const [areShown] = useState(() => isGuided(site))
  return (
    areShown && (
      <Suspense>
        <Guide />
      </Suspense>
    )
  )
}
