import { CircleDot, type LucideIcon, Tag, Trash2, X } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { useCommand } from '../../keys/commands.tsx'
import { useTitle } from '../../keys/own-keys.ts'
import type { ContactFilter } from '../../live/contact-filter.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { useFigures } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Popup } from '../../ui/popup.tsx'
import { useContactsWords } from '../../words/screen-words.ts'
import { useWords } from '../../words/words.tsx'
import { BulkOutcome } from './bulk-outcome.tsx'
import styles from './contacts.module.css'
import { StatusMenu } from './status-menu.tsx'
import { TagPicker } from './tag-picker.tsx'
import type { Bulk, Wanted } from './use-bulk.ts'
import type { Selecting } from './use-selection.ts'

/** Only a change of more contacts than this lasts long enough to be stopped. */
const maxShort = 50

type Props = {
  bulk: Bulk
  selecting: Selecting
  filter: ContactFilter
  /** The number of contacts that the filter finds, if not all of them are loaded. */
  found: number | undefined
}

/** Bulk changes of the chosen contacts, with their progress and outcome. */
export function BulkBar({ bulk, selecting, filter, found }: Props) {
  const words = useContactsWords().bulk
  const figures = useFigures()
  const { doing, outcome } = bulk
  const { chosen, isEverything } = selecting
  const count = isEverything ? (found ?? chosen.size) : chosen.size
  // The change itself may remove the chosen contacts from the list.
  const isShown = chosen.size > 0 || doing !== null
  return (
    <div className={styles.bulk}>
      {outcome && <BulkOutcome outcome={outcome} resume={() => bulk.resume(outcome.change)} close={bulk.forget} />}
      {isShown && (
        <section className={styles.bulkBar} aria-label={words.name}>
          <p role="status">
            {doing
              ? words.working(figures.whole(doing.done + doing.failed), figures.whole(doing.total))
              : words.chosen(figures.whole(count))}
          </p>
          {selecting.isAllLoaded && !isEverything && found !== undefined && !doing && (
            <button type="button" className="quiet" onClick={selecting.everything}>
              {words.everything(figures.whole(found))}
            </button>
          )}
          {doing && doing.total > maxShort && (
            <button type="button" className="quiet" onClick={() => bulk.stop(doing)}>
              {words.stop}
            </button>
          )}
          {chosen.size > 0 && (
            <Actions selecting={selecting} count={count} run={(wanted) => bulk.run(selecting, filter, wanted)} />
          )}
        </section>
      )}
    </div>
  )
}

type ActionsProps = { selecting: Selecting; count: number; run: (wanted: Wanted) => void }

function Actions({ selecting, count, run }: ActionsProps) {
  const { bulk: words } = useContactsWords()
  const { common } = useWords()
  const chosen = useMemo(() => [...selecting.chosen.values()], [selecting.chosen])
  const dialog = useRef<HTMLDialogElement>(null)
  const status = useRef<HTMLButtonElement>(null)
  const tags = useRef<HTMLButtonElement>(null)
  const remove = () => dialog.current?.showModal()
  const titles = useBulkKeys({
    status: () => status.current?.click(),
    tags: () => tags.current?.click(),
    remove,
    none: selecting.clear,
  })
  return (
    <>
      <Popup
        label={words.status}
        title={titles.status}
        button={<Sign Icon={CircleDot} said={words.status} />}
        ref={status}
      >
        {(close) => (
          <StatusMenu
            choose={(status) => {
              close()
              run({ status })
            }}
          />
        )}
      </Popup>
      <Popup label={words.tags} title={titles.tags} button={<Sign Icon={Tag} said={words.tags} />} ref={tags}>
        {() => <TagPicker contacts={chosen} set={({ id }, on) => run(on ? { addTags: [id] } : { removeTags: [id] })} />}
      </Popup>
      <button type="button" className="quiet" aria-label={words.remove} title={titles.remove} onClick={remove}>
        <Sign Icon={Trash2} said={words.remove} />
      </button>
      <IconButton Icon={X} label={words.none} title={titles.none} onClick={selecting.clear} />
      <ConfirmDialog
        dialog={dialog}
        title={words.removeTitle(count)}
        text={words.removeText}
        cancel={common.cancel}
        confirm={words.removeNow(count)}
        onConfirm={() => run({ delete: true })}
      />
    </>
  )
}

/** In narrow windows the icon alone. */
const Sign = ({ Icon, said }: { Icon: LucideIcon; said: string }) => (
  <>
    <Icon size={16} aria-hidden="true" />
    <span className={styles.label}>{said}</span>
  </>
)

type Run = Record<'status' | 'tags' | 'remove' | 'none', () => void>

function useBulkKeys(run: Run) {
  const { commands, title: group } = useContactsWords()
  useCommand({ id: 'contacts.status', words: commands.status, group, keys: 's', run: run.status })
  useCommand({ id: 'contacts.tags', words: commands.tags, group, keys: 'l', run: run.tags })
  useCommand({ id: 'contacts.remove', words: commands.remove, group, keys: 'delete', run: run.remove })
  useCommand({ id: 'contacts.chooseNone', words: commands.chooseNone, group, keys: 'escape', run: run.none })
  return {
    status: useTitle(commands.status, 'contacts.status'),
    tags: useTitle(commands.tags, 'contacts.tags'),
    remove: useTitle(commands.remove, 'contacts.remove'),
    none: useTitle(commands.chooseNone, 'contacts.chooseNone'),
  }
}
