import { useQuery } from '@tanstack/react-query'
import { Circle, CircleCheck, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useDesk } from '../../live/desk.tsx'
import { endGuide, useTried } from '../../live/guide.ts'
import { accountsKey } from '../../live/keys.ts'
import { useKnowledgeStatus } from '../../live/knowledge-run.ts'
import { settingsQuery } from '../../live/queries.ts'
import { Away } from '../../ui/external-link.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Link } from '../../ui/link.tsx'
import type { Route } from '../../ui/route.ts'
import type { GuideWords } from '../../words/en/guide.ts'
import { useGuideWords } from '../../words/screen-words.ts'
import styles from './guide.module.css'

/** A step leads to a screen, or to a page outside of the dashboard. */
type Step = { name: keyof GuideWords['steps']; to: Route | string; isDone: boolean }

/** An owner's first steps, each with a check mark once anybody has done it. */
export function Guide() {
  const { site } = useDesk()
  const words = useGuideWords()
  const [isAway, setAway] = useState(false)
  const steps = useSteps()
  const isDone = steps?.every((step) => step.isDone) ?? false
  useEffect(() => {
    if (isDone) endGuide(site.id)
  }, [isDone, site.id])
  if (!steps || isAway) return null
  const putAway = () => {
    endGuide(site.id)
    setAway(true)
  }
  const next = steps.find((step) => !step.isDone)
  return (
    <section className={`${styles.guide} card`} aria-label={words.title}>
      <header className="row spread gap-3">
        <h2>{isDone ? words.done : words.title}</h2>
        <IconButton Icon={X} label={words.putAway} onClick={putAway} />
      </header>
      <ol className="stack gap-3">
        {steps.map((step) => (
          <StepLine key={step.name} step={step} isNext={step === next} />
        ))}
      </ol>
    </section>
  )
}

function StepLine({ step: { name, to, isDone }, isNext }: { step: Step; isNext: boolean }) {
  const words = useGuideWords()
  const { title, hint } = words.steps[name]
  const Icon = isDone ? CircleCheck : Circle
  return (
    <li className="row" data-done={isDone} aria-current={isNext ? 'step' : undefined}>
      <Icon size={16} aria-hidden="true" />
      <p>
        {typeof to === 'string' ? <Away address={to}>{title}</Away> : <Link to={to}>{title}</Link>}
        {isDone && <span className="unseen">, {words.isDone}</span>}
        {isNext && <span className="muted">{hint}</span>}
      </p>
    </li>
  )
}

const knowledge = (tab: string): Route => ({ page: 'knowledge', tab, id: null })
const settingsOf = (name: string): Route => ({ page: 'settings', name })

/** A page on which the owner can chat: their website if the chat is there, or the demo's. */
function pageWithChat(site: string, website: string): Route | string {
  if (website) return website
  return site === 'demo' ? new URL('/demo/', location.href).href : settingsOf('website')
}

/** Undefined until it is known which steps are done. */
function useSteps(): Step[] | undefined {
  const desk = useDesk()
  const { client, site, me } = desk
  const { settings, ai } = useQuery(settingsQuery(desk)).data ?? {}
  const status = useKnowledgeStatus().data
  const tried = useTried(site.id)
  const accounts = useQuery({ queryKey: accountsKey, queryFn: () => client.accounts.list.query({}) }).data
  const website = settings?.website ?? ''
  const check = useQuery({
    queryKey: ['site', site.id, 'installed', website],
    queryFn: () => client.install.check.query({ site: site.id }),
    enabled: website !== '',
    staleTime: 0,
  }).data
  const own = useQuery({
    queryKey: ['site', site.id, 'own chats'],
    queryFn: () => client.conversations.list.query({ site: site.id, assigned: 'me', limit: 1 }),
    staleTime: 0,
  }).data
  const latest = useQuery({
    queryKey: ['site', site.id, 'latest chat'],
    queryFn: () => client.conversations.list.query({ site: site.id, limit: 1 }),
    staleTime: 0,
  }).data
  if (!settings || !status || !accounts || !own || !latest) return undefined
  // The demo's history is older than the first account.
  const begun = Math.min(...accounts.admins.map(({ createdAt }) => createdAt))
  const asked = latest.items.some(({ startedAt }) => startedAt > begun)
  const zone = settings.assistant.timezone
  const isElsewhere = !/^(?:Etc\/)?UTC$/.test(Intl.DateTimeFormat().resolvedOptions().timeZone)
  return [
    { name: 'address', to: knowledge('pages'), isDone: website !== '' },
    { name: 'learn', to: knowledge('pages'), isDone: status.chunks > 0 },
    { name: 'try', to: knowledge('try'), isDone: tried || asked },
    { name: 'model', to: settingsOf('model'), isDone: Boolean(ai?.model || settings.assistant.model) },
    { name: 'snippet', to: settingsOf('website'), isDone: check?.installed ?? false },
    // The default is UTC. Somebody there has nothing to do.
    ...(isElsewhere ? [{ name: 'zone' as const, to: settingsOf('assistant'), isDone: zone !== 'UTC' }] : []),
    { name: 'name', to: settingsOf('account'), isDone: Boolean(me.name) },
    { name: 'team', to: settingsOf('team'), isDone: accounts.admins.some(({ email }) => email !== me.email) },
    { name: 'live', to: pageWithChat(site.id, check?.installed ? website : ''), isDone: own.items.length > 0 },
  ]
}
