import { useQueryClient } from '@tanstack/react-query'
import { Check, ChevronDown } from 'lucide-react'
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import type { JobDetail, Stage } from '../../../../shared/job.ts'
import { useCommand } from '../../keys/commands.tsx'
import { useTitle } from '../../keys/own-keys.ts'
import { useDesk } from '../../live/desk.tsx'
import { keys } from '../../live/keys.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { focusAtFirst, moveFocus } from '../../ui/focus.ts'
import { Popup } from '../../ui/popup.tsx'
import { useJobPageWords, useJobsWords } from '../../words/screen-words.ts'
import { useWords } from '../../words/words.tsx'
import styles from './job-page.module.css'
import { useMoveJob } from './move.ts'

type Props = { job: JobDetail; stages: readonly Stage[] }

/** The stage, as a menu that moves the job. A lost stage asks for a reason. */
export function StageMenu({ job, stages }: Props) {
  const { page: words, commands } = useJobPageWords()
  const { title: group } = useJobsWords()
  const button = useRef<HTMLButtonElement>(null)
  const dialog = useRef<HTMLDialogElement>(null)
  const [lost, setLost] = useState<Stage>()
  const { stage, move } = useMoving(job)
  useCommand({ id: 'job.stage', words: commands.stage, group, keys: 'm', run: () => button.current?.click() })
  const title = useTitle(commands.stage, 'job.stage')
  const choose = (to: Stage) => {
    if (to.id === job.stage.id) return
    if (to.kind !== 'lost') return move(to)
    setLost(to)
    dialog.current?.showModal()
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
              choose(to)
            }}
          />
        )}
      </Popup>
      <LostDialog dialog={dialog} name={lost?.name ?? ''} move={(reason) => lost && move(lost, reason)} />
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
    setGoing(undefined)
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

type LostProps = { dialog: RefObject<HTMLDialogElement | null>; name: string; move: (reason: string) => void }

const maxReason = 500

function LostDialog({ dialog, name, move }: LostProps) {
  const { page: words } = useJobPageWords()
  const { common } = useWords()
  const submit = (close: () => void) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const reason = String(new FormData(event.currentTarget).get('reason')).trim()
    close()
    move(reason)
  }
  return (
    <Dialog dialog={dialog} label={words.lostTitle(name)}>
      {(close) => (
        <form className={`stack gap-4 ${styles.lost}`} onSubmit={submit(close)}>
          <h2>{words.lostTitle(name)}</h2>
          <label>
            {words.lostReason}
            <input name="reason" maxLength={maxReason} dir="auto" autoComplete="off" ref={focusAtFirst} />
            <small>{words.lostReasonHint}</small>
          </label>
          <div className="cluster">
            <button type="submit">{words.move}</button>
            <button type="button" className="quiet" onClick={close}>
              {common.cancel}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
