import { MoveRight, Trash2, UserRound, X } from 'lucide-react'
import { useRef } from 'react'
import type { Stage } from '../../../../shared/job.ts'
import { useCommand } from '../../keys/commands.tsx'
import { useTitle } from '../../keys/own-keys.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { useFigures } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Popup } from '../../ui/popup.tsx'
import { useBoardWords, useJobsWords } from '../../words/screen-words.ts'
import { useWords } from '../../words/words.tsx'
import styles from './board.module.css'
import { useBulkActions } from './board-bulk-run.ts'
import { PersonMenu, StageMenu } from './board-menus.tsx'
import type { Selecting } from './board-selection.ts'

type Props = { selecting: Selecting; stages: readonly Stage[] }

/** What can be done with the selected jobs, and its progress. */
export function BulkBar({ selecting, stages }: Props) {
  const { bulk: words } = useBoardWords()
  const figures = useFigures()
  const bulk = useBulkActions()
  const { progress } = bulk
  const { jobs } = selecting
  // The change itself may remove the selected jobs from the board.
  if (jobs.length === 0 && !progress) return null
  return (
    <section className={styles.bulkBar} aria-label={words.name}>
      <p role="status">
        {progress
          ? words.working(figures.whole(progress.done), figures.whole(progress.total))
          : words.chosen(jobs.length)}
      </p>
      {progress ? (
        <>
          <progress max={progress.total} value={progress.done} aria-label={words.name} />
          <button type="button" className="quiet" onClick={bulk.stop}>
            {words.stop}
          </button>
        </>
      ) : (
        <Actions selecting={selecting} stages={stages} bulk={bulk} />
      )}
    </section>
  )
}

type ActionsProps = Props & { bulk: ReturnType<typeof useBulkActions> }

function Actions({ selecting: { jobs, clear }, stages, bulk }: ActionsProps) {
  const { moveTo, bulk: words } = useBoardWords()
  const { common } = useWords()
  const dialog = useRef<HTMLDialogElement>(null)
  const remove = () => dialog.current?.showModal()
  const titles = useBulkKeys(clear, remove)
  return (
    <>
      <Popup label={moveTo} button={<Sign Icon={MoveRight} said={moveTo} />}>
        {(close) => (
          <StageMenu
            stages={stages}
            choose={(stage) => {
              close()
              void bulk.moveTo(jobs, stage)
            }}
          />
        )}
      </Popup>
      <Popup label={words.assign} button={<Sign Icon={UserRound} said={words.assign} />}>
        {(close) => (
          <PersonMenu
            choose={(person) => {
              close()
              bulk.assignTo(jobs, person)
            }}
          />
        )}
      </Popup>
      <button type="button" className="quiet" aria-label={words.remove} title={titles.remove} onClick={remove}>
        <Sign Icon={Trash2} said={words.remove} />
      </button>
      <IconButton Icon={X} label={words.none} title={titles.none} onClick={clear} />
      <ConfirmDialog
        dialog={dialog}
        title={words.removeTitle(jobs.length)}
        text={words.removeText(jobs.length)}
        cancel={common.cancel}
        confirm={words.removeNow(jobs.length)}
        onConfirm={() => bulk.remove(jobs)}
      />
    </>
  )
}

/** In narrow windows the icon alone. */
const Sign = ({ Icon, said }: { Icon: typeof X; said: string }) => (
  <>
    <Icon size={16} aria-hidden="true" />
    <span className={styles.bulkLabel}>{said}</span>
  </>
)

function useBulkKeys(clear: () => void, remove: () => void) {
  const { commands } = useBoardWords()
  const { title: group } = useJobsWords()
  useCommand({ id: 'jobs.chooseNone', words: commands.chooseNone, group, keys: 'escape', run: clear })
  useCommand({ id: 'jobs.remove', words: commands.remove, group, keys: 'delete', run: remove })
  return {
    none: useTitle(commands.chooseNone, 'jobs.chooseNone'),
    remove: useTitle(commands.remove, 'jobs.remove'),
  }
}
