import { ArrowLeft, PanelRightClose, PanelRightOpen } from 'lucide-react'
import { useEffect } from 'react'
import { keepList } from '../../app/last-list.ts'
import { go } from '../../app/route.ts'
import { useCommand } from '../../keys/commands.tsx'
import { useTitle } from '../../keys/own-keys.ts'
import type { ListName } from '../../live/keys.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Link } from '../../ui/link.tsx'
import { useWords } from '../../words/words.tsx'
import { Conversation } from './conversation/conversation.tsx'
import { VisitorPane } from './visitor/visitor-pane.tsx'
import './inbox.css'
import { useSeen } from './list/away-since.ts'
import { ListPane } from './list/list-pane.tsx'
import { NoConversation } from './no-conversation.tsx'
import { useVisitorShown } from './visitor-shown.ts'

/** Three panes: the lists, a conversation, its visitor. In narrow windows the last one lies over the others, or alone. */
export function Inbox({ list, id }: { list: ListName; id: string | null }) {
  const { inbox } = useWords()
  const [isShown, show] = useVisitorShown(id)
  useEffect(() => keepList(list), [list])
  useSeen()
  const back = () => go({ page: 'inbox', list, id: null })
  useCommand({ id: 'inbox.back', words: inbox.back, group: inbox.group, keys: 'u', run: back }, id !== null)
  return (
    <div className="inbox" data-open={id !== null}>
      <main className="panes">
        <ListPane list={list} openId={id} />
        <div className="middle">
          {id !== null && (
            <div className="narrow-bar">
              <Link to={{ page: 'inbox', list, id: null }} className="icon" aria-label={inbox.back} title={inbox.back}>
                <ArrowLeft size={16} aria-hidden="true" />
              </Link>
              <VisitorToggle isShown={isShown} show={show} />
            </div>
          )}
          {id === null ? <NoConversation list={list} /> : <Conversation key={id} id={id} />}
        </div>
      </main>
      {id !== null && (
        <div className="right" data-shown={isShown}>
          <div className="right-bar">
            <VisitorToggle isShown={isShown} show={show} hasKey />
          </div>
          {isShown && <VisitorPane key={id} id={id} />}
        </div>
      )}
    </div>
  )
}

type Props = { isShown: boolean; show(isShown: boolean): void; hasKey?: boolean }

function VisitorToggle({ isShown, show, hasKey = false }: Props) {
  const { frame, inbox } = useWords()
  const words = isShown ? frame.closeVisitor : frame.openVisitor
  const title = useTitle(words, 'inbox.visitor')
  const toggle = () => show(!isShown)
  useCommand({ id: 'inbox.visitor', words, group: inbox.group, keys: 'v', run: toggle }, hasKey)
  const Icon = isShown ? PanelRightClose : PanelRightOpen
  return <IconButton Icon={Icon} label={words} title={title} aria-expanded={isShown} onClick={toggle} />
}
