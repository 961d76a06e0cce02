import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Discovered, KnowledgeStatus } from '../../../../shared/crawl.ts'
import type { Settings } from '../../../../shared/settings.ts'
import { useDesk } from '../../live/desk.tsx'
import { useKnowledgeStatus, useRun } from '../../live/knowledge-run.ts'
import { settingsQuery } from '../../live/queries.ts'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { ChoosePages } from './choose-pages.tsx'
import { PageList } from './page-list.tsx'
import { PagePanel } from './page-panel.tsx'
import { PlanCard } from './plan-card.tsx'
import { Runs } from './runs.tsx'
import type { TabProps } from './tab.ts'
import { WebsiteAddress } from './website-address.tsx'
import { WebsiteCard } from './website-card.tsx'

/** The website tab: its pages, and how they are learned. */
export function PagesTab({ id }: TabProps) {
  const desk = useDesk()
  const settings = useQuery(settingsQuery(desk))
  const status = useKnowledgeStatus()
  return (
    <QueryBoundary query={settings}>
      {({ settings }) => (
        <QueryBoundary query={status}>
          {(status) => <Website settings={settings} status={status} id={id} />}
        </QueryBoundary>
      )}
    </QueryBoundary>
  )
}

type Props = { settings: Settings; status: KnowledgeStatus; id: string | null }

function Website({ settings, status, id }: Props) {
  const [found, setFound] = useState<Discovered | null>(null)
  const [isChanging, setChanging] = useState(false)
  const run = useRun(status.run)
  const hasPages = Object.keys(status.pages).length > 0
  const close = () => {
    setFound(null)
    setChanging(false)
  }
  if (found) return <ChoosePages found={found} crawl={settings.crawl} close={close} />
  if (isChanging || (!hasPages && !run))
    return (
      <WebsiteAddress
        website={settings.website}
        hasPages={hasPages}
        found={setFound}
        {...(isChanging && { cancel: close })}
      />
    )
  return (
    <>
      <WebsiteCard
        website={settings.website}
        status={status}
        run={run}
        found={setFound}
        change={() => setChanging(true)}
      />
      <PageList counts={status.pages} isAtWork={run?.status === 'running' || run?.status === 'queued'} />
      <PlanCard settings={settings} />
      <Runs />
      {id && <PagePanel id={id} />}
    </>
  )
}
