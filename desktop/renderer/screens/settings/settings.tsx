import { ChevronLeft } from 'lucide-react'
import { type ComponentType, useEffect, useRef } from 'react'
import { type Group, type PageName, pagesFor } from '../../app/settings-pages.ts'
import { LeaveDialog } from '../../form/leave-dialog.tsx'
import { useDesk } from '../../live/desk.tsx'
import { Link } from '../../ui/link.tsx'
import { useLaterWords } from '../../words/later-words.ts'
import { ApiKeys } from './account/api-keys.tsx'
import { PasswordCard } from './account/password-card.tsx'
import { ProfileCard } from './account/profile-card.tsx'
import { SiteCard } from './account/site-card.tsx'
import { AlertsPage } from './alerts-page.tsx'
import { AppearancePage } from './appearance-page.tsx'
import { AssistantPage } from './assistant-page.tsx'
import { AuditPage } from './audit-page.tsx'
import { BookingsPage } from './bookings/bookings-page.tsx'
import { CannedPage } from './canned-page.tsx'
import { ContactsPage } from './contacts-page.tsx'
import { DataPage } from './data-page.tsx'
import { EmailPage } from './email/email-page.tsx'
import { IntegrationsPage } from './integrations/integrations-page.tsx'
import { JobsPage } from './jobs/jobs-page.tsx'
import { LabelsPage } from './labels-page.tsx'
import { LivePage } from './live-page.tsx'
import { ModelPage } from './model-page.tsx'
import styles from './settings.module.css'
import { TeamPage } from './team-page.tsx'
import { TelegramPage } from './telegram-page.tsx'
import { ToolsPage } from './tools/tools-page.tsx'
import { WebhooksPage } from './webhooks/webhooks-page.tsx'
import { FlowsPage } from './widget/flows-page.tsx'
import { FormsPage } from './widget/forms-page.tsx'
import { HomePage } from './widget/home-page.tsx'
import { LanguagesPage } from './widget/languages-page.tsx'
import { LookPage } from './widget/look-page.tsx'
import { TeaserPage } from './widget/teaser-page.tsx'
import { TextsPage } from './widget/texts-page.tsx'
import { WebsitePage } from './widget/website-page.tsx'

const screens: Record<PageName, ComponentType> = {
  assistant: AssistantPage,
  live: LivePage,
  telegram: TelegramPage,
  model: ModelPage,
  tools: ToolsPage,
  canned: CannedPage,
  labels: LabelsPage,
  contacts: ContactsPage,
  jobs: JobsPage,
  bookings: BookingsPage,
  integrations: IntegrationsPage,
  team: TeamPage,
  keys: KeysPage,
  webhooks: WebhooksPage,
  email: EmailPage,
  data: DataPage,
  audit: AuditPage,
  website: WebsitePage,
  look: LookPage,
  texts: TextsPage,
  languages: LanguagesPage,
  home: HomePage,
  teaser: TeaserPage,
  forms: FormsPage,
  flows: FlowsPage,
  alerts: AlertsPage,
  account: AccountPage,
  appearance: AppearancePage,
}

/**
 * The settings: the list of pages, and one page. Without a name it is the first page, if the window is wide enough for
 * both.
 */
export function Settings({ page }: { page: string }) {
  const { site, mayManage } = useDesk()
  const { settings: words } = useLaterWords()
  const all = pagesFor(mayManage)
  const name = (page || all[0]?.name) as PageName
  const shown = all.find((one) => one.name === name)
  const Screen = shown && screens[shown.name]
  const top = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page starts at its top
  useEffect(() => void top.current?.scrollTo(0, 0), [name])
  return (
    <div className={styles.settings} data-chosen={page !== ''}>
      <nav aria-label={words.title}>
        <h1 className={styles.title}>{words.title}</h1>
        <PageLinks group="site" name={name} />
        <PageLinks group="widget" name={name} />
        <PageLinks group="mine" name={name} />
      </nav>
      <main ref={top} tabIndex={-1}>
        <Link to={{ page: 'settings', name: '' }} className={styles.back}>
          <ChevronLeft size={16} aria-hidden="true" />
          {words.back}
        </Link>
        <div className="settings-page">
          <h1>{shown ? words.pages[name] : words.title}</h1>
          {/* Reset for another site, so that no input carries over. */}
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
      <h2 className={`row gap-1 ${styles.group}`}>
        <span>{{ site: words.ofSite, widget: words.ofWidget, mine: words.ofMine }[group]}</span>
        {group === 'site' && (
          <bdi className="truncate" title={site.name}>
            {site.name}
          </bdi>
        )}
      </h2>
      <ul className={styles.links}>
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

/** The account page. */
function AccountPage() {
  return (
    <>
      <ProfileCard />
      <PasswordCard />
    </>
  )
}

/** The page of the site and its keys; for members, only the site. */
function KeysPage() {
  const { mayManage } = useDesk()
  const { account } = useLaterWords()
  return (
    <>
      <SiteCard />
      {mayManage ? <ApiKeys /> : <p className="muted">{account.adminsOnly}</p>}
    </>
  )
}
