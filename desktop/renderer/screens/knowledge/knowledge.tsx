import type { ComponentType } from 'react'
import { useEffect, useRef } from 'react'
import { LeaveDialog } from '../../form/leave-dialog.tsx'
import { useDesk } from '../../live/desk.tsx'
import { Link } from '../../ui/link.tsx'
import type { KnowledgeWords } from '../../words/en/knowledge.ts'
import { useKnowledgeWords } from '../../words/screen-words.ts'
import { EntriesTab } from './entries-tab.tsx'
import { FactsTab } from './facts-tab.tsx'
import { FilesTab } from './files-tab.tsx'
import { GapsTab } from './gaps-tab.tsx'
import { PagesTab } from './pages-tab.tsx'
import { SearchTab } from './search-tab.tsx'
import type { TabProps } from './tab.ts'
import { TryTab } from './try-tab.tsx'

type Props = {
  /** Empty: the first. */
  tab: string
  id: string | null
}

/** The knowledge screen, with a tab for each kind of source. */
export function Knowledge({ tab, id }: Props) {
  const { site, mayManage } = useDesk()
  const words = useKnowledgeWords()
  const shown = tab === '' ? tabs[0] : tabs.find(({ name }) => name === tab)
  const top = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab starts at its top
  useEffect(() => void top.current?.scrollTo(0, 0), [shown])
  return (
    <main className="knowledge" ref={top} tabIndex={-1}>
      <header className="cluster">
        <h1>{words.title}</h1>
        {mayManage && <Tabs shown={shown?.name} />}
      </header>
      <div className="settings-page">
        {!mayManage && <p className="empty">{words.forAdmins}</p>}
        {mayManage && !shown && <p className="empty">{words.unknown}</p>}
        {/* Reset for another site, so that no input carries over. */}
        {mayManage && shown && <shown.Screen key={site.id} id={id} />}
      </div>
      <LeaveDialog />
    </main>
  )
}

function Tabs({ shown }: { shown: string | undefined }) {
  const words = useKnowledgeWords()
  const list = useRef<HTMLUListElement>(null)
  // In a narrow window the tabs are wider than the window.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is shown
  useEffect(
    // Newer browsers return a promise, which is not a cleanup function.
    () => void list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' }),
    [shown],
  )
  return (
    <nav aria-label={words.title}>
      <ul className="row gap-1 tabs" ref={list}>
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

type Tab = { name: keyof KnowledgeWords['tabs']; Screen: ComponentType<TabProps> }

/** The tabs in their order. */
const tabs: readonly Tab[] = [
  { name: 'pages', Screen: PagesTab },
  { name: 'search', Screen: SearchTab },
  { name: 'try', Screen: TryTab },
  { name: 'facts', Screen: FactsTab },
  { name: 'entries', Screen: EntriesTab },
  { name: 'gaps', Screen: GapsTab },
  { name: 'files', Screen: FilesTab },
]
