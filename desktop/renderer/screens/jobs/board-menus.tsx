import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import type { Stage } from '../../../../shared/job.ts'
import { useDesk } from '../../live/desk.tsx'
import { statusQuery } from '../../live/queries.ts'
import { focusAtFirst, moveFocus } from '../../ui/focus.ts'
import { useBoardWords, useJobsWords } from '../../words/screen-words.ts'

type StageMenuProps = { stages: readonly Stage[]; current?: string; choose: (stage: Stage) => void }

/** The stages, with a check mark at the current one. The up and down keys move through them. */
export function StageMenu({ stages, current, choose }: StageMenuProps) {
  const first = stages.find(({ id }) => id === current) ?? stages[0]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside handle the events
    <div className="menu" onKeyDown={moveFocus}>
      {stages.map((stage) => (
        <button
          key={stage.id}
          type="button"
          className="choice"
          aria-pressed={stage.id === current}
          onClick={() => choose(stage)}
          ref={stage === first ? focusAtFirst : undefined}
        >
          <span className="tick">{stage.id === current && <Check size={16} aria-hidden />}</span>
          <span className="dot" style={{ background: stage.color }} />
          <bdi>{stage.name}</bdi>
        </button>
      ))}
    </div>
  )
}

export type Person = { email: string | null; name: string; label: string }

/** The team, and nobody. */
export function PersonMenu({ choose }: { choose: (person: Person) => void }) {
  const { me } = useDesk()
  const words = useBoardWords()
  const { nobody } = useJobsWords()
  const { data } = useQuery(statusQuery(useDesk()))
  const others = (data?.agents ?? []).filter(({ email }) => email !== me.email)
  const people: Person[] = [
    { email: me.email, name: me.name || me.email, label: words.me },
    { email: null, name: nobody, label: nobody },
    ...others.map(({ email, name }) => ({ email, name: name || email, label: name || email })),
  ]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside handle the events
    <div className="menu" onKeyDown={moveFocus}>
      {people.map((person, at) => (
        <button
          key={person.email}
          type="button"
          className="choice"
          onClick={() => choose(person)}
          ref={at === 0 ? focusAtFirst : undefined}
        >
          <bdi>{person.label}</bdi>
        </button>
      ))}
    </div>
  )
}
