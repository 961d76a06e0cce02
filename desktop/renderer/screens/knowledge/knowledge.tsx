import { useEffect, useRef } from 'react'
import { LeaveDialog } from '../../form/leave-dialog.tsx'
import { useDesk } from '../../live/desk.tsx'
import { Link } from '../../ui/link.tsx'
import { useKnowledgeWords } from '../../words/screen-words.ts'
import '../../ui/page.css'
import '../../form/fields.css'
import '../../ui/lists.css'
import '../../ui/tabs.css'
import { tabs } from './tabs.ts'

type Props = {
  /** Empty: the first. */
  tab: string
  id: string | null
}

/** What the assistant answers from: each way by which it came in has a tab. */
export function Knowledge({ tab, id }: Props) {
  const { site, mayManage } = useDesk()
  const words = useKnowledgeWords()
  const shown = tab === '' ? tabs[0] : tabs.find(({ name }) => name === tab)
  const top = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab begins at its top
  useEffect(() => void top.current?.scrollTo(0, 0), [shown])
  return (
    <main className="knowledge" ref={top} tabIndex={-1}>
      <header>
        <h1>{words.title}</h1>
        {mayManage && <Tabs shown={shown?.name} />}
      </header>
      <div className="settings-page">
        {!mayManage && <p className="empty">{words.forAdmins}</p>}
        {mayManage && !shown && <p className="empty">{words.unknown}</p>}
        {/* Another site's is another: nothing that was typed goes over to it. */}
        {mayManage && shown && <shown.Screen key={site.id} id={id} />}
      </div>
      <LeaveDialog />
    </main>
  )
}

function Tabs({ shown }: { shown: string | undefined }) {
  const words = useKnowledgeWords()
  const list = useRef<HTMLUListElement>(null)
  // In a narrow window the row is longer than the window is wide.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is shown
  useEffect(
    // What it answers, a promise in newer browsers, is no way to undo it.
    () => void list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' }),
    [shown],
  )
  return (
    <nav aria-label={words.title}>
      <ul className="tabs" ref={list}>
        {tabs.map(({ name }) => (
          <li key={name}>
            <Link to={{ page: 'knowledge', tab: name, id: null }} aria-current={name === shown ? 'page' : undefined}>
              {words.tabs[name]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
