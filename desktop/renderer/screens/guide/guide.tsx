import { useQuery } from '@tanstack/react-query'
import { Circle, CircleCheck, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Route } from '../../app/route.ts'
import { useDesk } from '../../live/desk.tsx'
import { keepGuide, useTried } from '../../live/guide.ts'
import { accountsKey } from '../../live/keys.ts'
import { useKnowledgeStatus } from '../../live/knowledge-run.ts'
import { settingsQuery } from '../../live/queries.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Link } from '../../ui/link.tsx'
import type { GuideWords } from '../../words/en/guide.ts'
import { useGuideWords } from '../../words/screen-words.ts'
import './guide.css'

type Step = { name: keyof GuideWords['steps']; to: Route; isDone: boolean }

/** The first steps of an owner, each ticked once it is done, whoever did it. */
export function Guide() {
  const { site } = useDesk()
  const words = useGuideWords()
  const [isAway, setAway] = useState(false)
  const steps = useSteps()
  const isDone = steps?.every((step) => step.isDone) ?? false
  useEffect(() => {
    if (steps) keepGuide(site.id, isDone ? 'away' : 'begun')
  }, [steps, isDone, site.id])
  if (!steps || isAway) return null
  const putAway = () => {
    keepGuide(site.id, 'away')
    setAway(true)
  }
  const next = steps.find((step) => !step.isDone)
  return (
    <section className="guide card" aria-label={words.title}>
      <header>
        <h2>{isDone ? words.done : words.title}</h2>
        <IconButton Icon={X} label={words.putAway} onClick={putAway} />
      </header>
      <ol>
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
    <li data-done={isDone} aria-current={isNext ? 'step' : undefined}>
      <Icon size={16} aria-hidden="true" />
      <p>
        <Link to={to}>{title}</Link>
        {isDone && <span className="unseen">, {words.isDone}</span>}
        {isNext && <span className="muted">{hint}</span>}
      </p>
    </li>
  )
}

const knowledge = (tab: string): Route => ({ page: 'knowledge', tab, id: null })
const settingsOf = (name: string): Route => ({ page: 'settings', name })

/** Undefined until it is known what is done. */
function useSteps(): Step[] | undefined {
  const desk = useDesk()
  const { client, site, me } = desk
  const settings = useQuery(settingsQuery(desk)).data?.settings
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
  if (!settings || !status || !accounts) return undefined
  return [
    { name: 'address', to: knowledge('pages'), isDone: website !== '' },
    { name: 'learn', to: knowledge('pages'), isDone: status.chunks > 0 },
    { name: 'try', to: knowledge('try'), isDone: tried },
    { name: 'snippet', to: settingsOf('website'), isDone: check?.installed ?? false },
    { name: 'team', to: settingsOf('team'), isDone: accounts.admins.some(({ email }) => email !== me.email) },
  ]
}
