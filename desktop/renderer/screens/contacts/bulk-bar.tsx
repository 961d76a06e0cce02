import { CircleDot, type LucideIcon, Tag, Trash2, X } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { useCommand } from '../../keys/commands.tsx'
import { useTitle } from '../../keys/own-keys.ts'
import { useFigures } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Popup } from '../../ui/popup.tsx'
import { useContactsWords } from '../../words/screen-words.ts'
import { BulkFailures } from './bulk-failures.tsx'
import { BulkRemove } from './bulk-remove.tsx'
import { BulkUnfinished } from './bulk-unfinished.tsx'
import { StatusMenu } from './status-menu.tsx'
import { TagPicker } from './tag-picker.tsx'
import type { Bulk } from './use-bulk.ts'
import type { Everything } from './use-everything.ts'
import type { Selecting } from './use-selection.ts'

type Props = { bulk: Bulk; selecting: Selecting }
type BarProps = Props & {
  /** Where more are found than are chosen. */
  everything: Everything | undefined
}

/** What is done to the contacts that are chosen, all at once; and what could not be done. */
export function BulkBar({ bulk, selecting, everything }: BarProps) {
  const words = useContactsWords().bulk
  const figures = useFigures()
  const { stop, doing, failed, unfinished } = bulk
  const count = selecting.chosen.size
  // Those that are chosen may leave the list by the change itself.
  const isShown = count > 0 || doing !== null
  return (
    <div className="bulk">
      {failed && <BulkFailures failed={failed} close={bulk.forgetFailed} />}
      {unfinished && <BulkUnfinished unfinished={unfinished} close={bulk.forgetUnfinished} />}
      {isShown && (
        <section className="bulk-bar" aria-label={words.name}>
          <p role="status">
            {doing
              ? words.working(figures.whole(doing.done), figures.whole(doing.all))
              : words.chosen(figures.whole(count))}
            {doing && doing.waits > 0 && ` ${words.waits(doing.waits)}`}
          </p>
          {everything && !doing && (
            <button type="button" className="quiet" disabled={everything.isReading} onClick={everything.choose}>
              {words.everything(figures.whole(everything.count))}
            </button>
          )}
          {doing?.isLong && (
            <button type="button" className="quiet" onClick={stop}>
              {words.stop}
            </button>
          )}
          {count > 0 && <Doings selecting={selecting} run={bulk.run} />}
        </section>
      )}
    </div>
  )
}

type DoingsProps = { selecting: Selecting; run: Bulk['run'] }

function Doings({ selecting, run }: DoingsProps) {
  const { bulk: words } = useContactsWords()
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
              run(chosen, { status })
            }}
          />
        )}
      </Popup>
      <Popup label={words.tags} title={titles.tags} button={<Sign Icon={Tag} said={words.tags} />} ref={tags}>
        {() => (
          <TagPicker
            contacts={chosen}
            set={({ id }, on) => run(chosen, on ? { addTags: [id] } : { removeTags: [id] })}
          />
        )}
      </Popup>
      <button type="button" className="quiet" aria-label={words.remove} title={titles.remove} onClick={remove}>
        <Sign Icon={Trash2} said={words.remove} />
      </button>
      <IconButton Icon={X} label={words.none} title={titles.none} onClick={selecting.clear} />
      <BulkRemove dialog={dialog} count={chosen.length} remove={() => run(chosen, { delete: true })} />
    </>
  )
}

/** In narrow windows the icon alone. */
const Sign = ({ Icon, said }: { Icon: LucideIcon; said: string }) => (
  <>
    <Icon size={16} aria-hidden="true" />
    <span className="label">{said}</span>
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
