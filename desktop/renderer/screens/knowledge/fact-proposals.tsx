import { useState } from 'react'
import type { DetectedFacts } from '../../../../shared/facts.ts'
import type { Hours } from '../../../../shared/time.ts'
import { days } from '../../form/hours.ts'
import { Away } from '../../ui/external-link.tsx'
import { shortAddress } from '../../ui/web-address.ts'
import { useLaterWords } from '../../words/later-words.ts'
import { useFactsWords } from '../../words/screen-words.ts'
import styles from './facts-tab.module.css'
import type { Proposal } from './proposals.ts'

type Props = {
  proposals: readonly Proposal[]
  pages: DetectedFacts['pages']
  take: (taken: Proposal[]) => void
  leave: () => void
}

const shownPages = 5

/**
 * The detected details, each of which can be accepted. Those that would replace something are not selected initially.
 */
export function FactProposals({ proposals, pages, take, leave }: Props) {
  const { detect: words } = useFactsWords()
  const [turned, setTurned] = useState<readonly string[]>([])
  const isChosen = (one: Proposal) => (one.replaces === null) !== turned.includes(keyOf(one))
  const chosen = proposals.filter(isChosen)
  const turn = (key: string) =>
    setTurned((before) => (before.includes(key) ? before.filter((one) => one !== key) : [...before, key]))
  return (
    <div className="settings-card">
      <ul className={`stack gap-3 ${styles.proposals}`} aria-label={words.title}>
        {proposals.map((proposal) => (
          <li key={keyOf(proposal)}>
            <label className="row gap-3">
              <input type="checkbox" checked={isChosen(proposal)} onChange={() => turn(keyOf(proposal))} />
              <ProposalRow proposal={proposal} />
            </label>
          </li>
        ))}
      </ul>
      <p className="muted">
        {words.from}{' '}
        {pages.slice(0, shownPages).map(({ url, title }, place) => (
          <span key={url}>
            {place > 0 && ', '}
            <Away address={url}>{title || shortAddress(url)}</Away>
          </span>
        ))}
        {pages.length > shownPages && ' …'}
      </p>
      <div className="cluster">
        <button type="button" disabled={chosen.length === 0} onClick={() => take(chosen)}>
          {chosen.length === 0 ? words.none : words.take(chosen.length)}
        </button>
        <button type="button" className="quiet" onClick={leave}>
          {words.leave}
        </button>
      </div>
    </div>
  )
}

const keyOf = ({ name, item }: Proposal) => `${name} ${JSON.stringify(item)}`

function ProposalRow({ proposal: { name, item, replaces } }: { proposal: Proposal }) {
  const { fields, one, detect: words } = useFactsWords()
  const textOf = useTextOf()
  return (
    <span>
      <span className="muted">{name in one ? one[name as keyof typeof one] : fields[name]}</span>
      <span className={styles.found} dir="auto">
        {textOf(item)}
      </span>
      {replaces !== null && <span className="muted">{words.replaces(textOf(replaces))}</span>}
    </span>
  )
}

/** A detail on one line. */
function useTextOf() {
  const { liveSettings: words } = useLaterWords()
  return (item: Proposal['item']): string => {
    if (typeof item === 'string') return item
    if ('url' in item) return `${item.label}: ${item.url}`
    return days.map((day) => `${words.days[day]} ${(item as Hours)[day].join(', ') || words.closed}`).join(' · ')
  }
}
