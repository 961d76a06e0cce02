import { ArrowLeft, PanelRightClose, PanelRightOpen } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { useCommand } from '../../keys/commands.tsx'
import { useTitle } from '../../keys/own-keys.ts'
import type { ListName } from '../../live/keys.ts'
import { createStore, useStore } from '../../live/store.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Link } from '../../ui/link.tsx'
import { navigate, rememberList } from '../../ui/route.ts'
import { useWords } from '../../words/words.tsx'
import { Conversation } from './conversation/conversation.tsx'
import styles from './inbox.module.css'
import { ListPane } from './list/list-pane.tsx'
import { NoConversation } from './no-conversation.tsx'
import { VisitorPane } from './visitor/visitor-pane.tsx'

/** Three panes: the lists, a conversation, its visitor. In narrow windows the last one covers the others. */
export function Inbox({ list, id }: { list: ListName; id: string | null }) {
  const { inbox } = useWords()
  const [isShown, show] = useVisitorShown(id)
  useEffect(() => rememberList(list), [list])
  const back = () => navigate({ page: 'inbox', list, id: null })
  useCommand({ id: 'inbox.back', words: inbox.back, group: inbox.group, keys: 'u', run: back }, id !== null)
  return (
    <div className={styles.inbox} data-open={id !== null}>
      <main className={styles.panes}>
        <ListPane list={list} openId={id} />
        <div className={styles.middle}>
          {id !== null && (
            <div className={styles.narrowBar}>
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
        <div className={styles.right} data-shown={isShown}>
          <div className={styles.rightBar}>
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

const kept = 'frontdesk.visitor'
const roomy = matchMedia('(min-width: 1100px)')

/** In wide windows: the person's last choice. */
const beside = createStore(localStorage.getItem(kept) !== 'no')
/** In narrow windows, where it covers the conversation: the conversation for which it was opened. */
const over = createStore<string | null>(null)

function watchRoom(listener: () => void): () => void {
  roomy.addEventListener('change', listener)
  return () => roomy.removeEventListener('change', listener)
}

/** Whether a conversation's visitor panel is shown, and how to toggle it. */
function useVisitorShown(id: string | null): readonly [boolean, (isShown: boolean) => void] {
  const isRoomy = useSyncExternalStore(watchRoom, () => roomy.matches)
  const isBeside = useStore(beside, (value) => value)
  const overId = useStore(over, (value) => value)
  if (!isRoomy) return [overId !== null && overId === id, (isShown) => over.set(isShown ? id : null)]
  const show = (isShown: boolean) => {
    localStorage.setItem(kept, isShown ? 'yes' : 'no')
    beside.set(isShown)
  }
  return [isBeside, show]
}
