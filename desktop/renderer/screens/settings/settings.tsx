import { ChevronLeft } from 'lucide-react'
import { type ComponentType, useEffect, useRef } from 'react'
import { LeaveDialog } from '../../form/leave-dialog.tsx'
import { useDesk } from '../../live/desk.tsx'
import { Link } from '../../ui/link.tsx'
import { useLaterWords } from '../../words/later-words.ts'
import { AccountPage, KeysPage } from './account/account-pages.tsx'
import { AlertsPage } from './alerts-page.tsx'
import { AppearancePage } from './appearance-page.tsx'
import { AssistantPage } from './assistant-page.tsx'
import { AuditPage } from './audit-page.tsx'
import { CannedPage } from './canned-page.tsx'
import { ContactsPage } from './contacts-page.tsx'
import { DataPage } from './data-page.tsx'
import { LabelsPage } from './labels-page.tsx'
import { LivePage } from './live-page.tsx'
import { ModelPage } from './model-page.tsx'
import { type Group, type PageName, pagesFor } from './pages.ts'
import { FlowsPage } from './widget/flows-page.tsx'
import { FormsPage } from './widget/forms-page.tsx'
import { HomePage } from './widget/home-page.tsx'
import { LookPage } from './widget/look-page.tsx'
import { TeaserPage } from './widget/teaser-page.tsx'
import { TextsPage } from './widget/texts-page.tsx'
import { WebsitePage } from './widget/website-page.tsx'
import '../../ui/page.css'
import '../../form/fields.css'
import '../../form/ordered.css'
import './widget/widget.css'
import '../../ui/lists.css'
import './prompt.css'
import { TeamPage } from './team-page.tsx'
import { TelegramPage } from './telegram-page.tsx'

const screens: Record<PageName, ComponentType> = {
  assistant: AssistantPage,
  live: LivePage,
  telegram: TelegramPage,
  model: ModelPage,
  canned: CannedPage,
  labels: LabelsPage,
  contacts: ContactsPage,
  team: TeamPage,
  keys: KeysPage,
  data: DataPage,
  audit: AuditPage,
  website: WebsitePage,
  look: LookPage,
  texts: TextsPage,
  home: HomePage,
  teaser: TeaserPage,
  forms: FormsPage,
  flows: FlowsPage,
  alerts: AlertsPage,
  account: AccountPage,
  appearance: AppearancePage,
}

/** The settings: their list, and one page of them. Without a name it is the first, where there is room for both. */
export function Settings({ page }: { page: string }) {
  const { site, mayManage } = useDesk()
  const { settings: words } = useLaterWords()
  const all = pagesFor(mayManage)
  const name = (page || all[0]?.name) as PageName
  const shown = all.find((one) => one.name === name)
  const Screen = shown && screens[shown.name]
  const top = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins at its top
  useEffect(() => void top.current?.scrollTo(0, 0), [name])
  return (
    <div className="settings" data-chosen={page !== ''}>
      <nav aria-label={words.title}>
        <h1 className="settings-nav-title">{words.title}</h1>
        <PageLinks group="site" name={name} />
        <PageLinks group="widget" name={name} />
        <PageLinks group="mine" name={name} />
      </nav>
      <main ref={top} tabIndex={-1}>
        <Link to={{ page: 'settings', name: '' }} className="settings-back">
          <ChevronLeft size={16} aria-hidden="true" />
          {words.back}
        </Link>
        <div className="settings-page">
          <h1>{shown ? words.pages[name] : words.title}</h1>
          {/* Another site's page is another page: nothing that was typed goes over to it. */}
          {Screen ? <Screen key={site.id} /> : <p className="empty">{words.unknown}</p>}
        </div>
      </main>
      <LeaveDialog />
    </div>
  )
}

function PageLinks({ group, name }: { group: Group; name: PageName }) {
  const { mayManage, site } = useDesk()
  const { settings: words } = useLaterWords()
  const all = pagesFor(mayManage).filter((page) => page.group === group)
  if (all.length === 0) return null
  return (
    <>
      <h2 className="settings-group">
        <span>{{ site: words.ofSite, widget: words.ofWidget, mine: words.ofMine }[group]}</span>
        {group === 'site' && <bdi title={site.name}>{site.name}</bdi>}
      </h2>
      <ul className="settings-links">
        {all.map((page) => (
          <li key={page.name}>
            <Link to={{ page: 'settings', name: page.name }} aria-current={page.name === name ? 'page' : undefined}>
              {words.pages[page.name]}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
