import { useQueryClient } from '@tanstack/react-query'
import { Check, ChevronDown } from 'lucide-react'
import { useRef, useState } from 'react'
import type { JobDetail, Stage } from '../../../../shared/job.ts'
import { useCommand } from '../../keys/commands.tsx'
import { useTitle } from '../../keys/own-keys.ts'
import { useDesk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'
import { focusAtFirst, moveFocus } from '../../ui/focus.ts'
import { Popup } from '../../ui/popup.tsx'
import { useJobPageWords, useJobsWords } from '../../words/screen-words.ts'
import styles from './job-page.module.css'
import { askReason, LostReasonDialog } from './lost-reason.tsx'
import { useMoveJob } from './move.ts'

type Props = { job: JobDetail; stages: readonly Stage[] }

/** The stage, as a menu that moves the job. A lost stage asks for a reason. */
export function StageMenu({ job, stages }: Props) {
  const { page: words, commands } = useJobPageWords()
  const { title: group } = useJobsWords()
  const button = useRef<HTMLButtonElement>(null)
  const { stage, move } = useMoving(job)
  useCommand({ id: 'job.stage', words: commands.stage, group, keys: 'm', run: () => button.current?.click() })
  const title = useTitle(commands.stage, 'job.stage')
  const choose = async (to: Stage) => {
    if (to.id === job.stage.id) return
    const reason = to.kind === 'lost' ? await askReason({ title: job.title, count: 1 }) : ''
    if (reason !== null) move(to, reason)
  }
  const color = stages.find(({ id }) => id === stage.id)?.color
  return (
    <>
      <Popup
        label={words.moveTo(stage.name)}
        title={title}
        ref={button}
        className={`quiet ${styles.stage}`}
        button={
          <>
            <span className="dot" style={{ background: color }} />
            <bdi className="truncate">{stage.name}</bdi>
            <ChevronDown size={14} aria-hidden="true" />
          </>
        }
      >
        {(close) => (
          <Stages
            stages={stages}
            current={stage.id}
            choose={(to) => {
              close()
              void choose(to)
            }}
          />
        )}
      </Popup>
      <LostReasonDialog />
    </>
  )
}

/** Shows the new stage at once, until the server has moved the job or refused to. */
function useMoving(job: JobDetail) {
  const moveJob = useMoveJob()
  const { site } = useDesk()
  const queries = useQueryClient()
  const [going, setGoing] = useState<Stage>()
  const move = async (stage: Stage, lostReason?: string) => {
    setGoing(stage)
    await moveJob(job, { stage, ...(lostReason && { lostReason }) })
    await queries.invalidateQueries({ queryKey: keys.job(site.id, job.id) })
    // A later choice is shown until it is carried out, too.
    setGoing((now) => (now === stage ? undefined : now))
  }
  return { stage: going ?? job.stage, move: (stage: Stage, reason?: string) => void move(stage, reason) }
}

type StagesProps = { stages: readonly Stage[]; current: string; choose: (stage: Stage) => void }

function Stages({ stages, current, choose }: StagesProps) {
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
          ref={stage.id === current ? focusAtFirst : undefined}
        >
          <span className="tick">{stage.id === current && <Check size={16} aria-hidden />}</span>
          <span className="dot" style={{ background: stage.color }} />
          <bdi>{stage.name}</bdi>
        </button>
      ))}
    </div>
  )
}
