import { useQuery } from '@tanstack/react-query'
import { Check, Tag, UserPlus, X } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { useCommand } from '../../../keys/commands.tsx'
import { useTitle } from '../../../keys/own-keys.ts'
import { useDesk } from '../../../live/desk.tsx'
import { labelsQuery, statusQuery } from '../../../live/queries.ts'
import type { Row } from '../../../live/rows.ts'
import { moveFocus } from '../../../ui/focus.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Picker } from '../../../ui/picker.tsx'
import { Popup } from '../../../ui/popup.tsx'
import { useWords } from '../../../words/words.tsx'
import { SnoozeButton } from '../conversation/snooze-menu.tsx'
import styles from './missed-bar.module.css'
import type { Selection } from './selection.ts'
import { useBulk } from './use-bulk.ts'

/** Actions on the selected conversations, with the keys of the same actions on one. */
export function BulkBar({ selection }: { selection: Selection }) {
  const { inbox, conversation } = useWords()
  const { rows, clear } = selection
  const bulk = useBulk(rows, clear)
  const [labelling, assigning, snoozing] = [useButton(), useButton(), useButton()]
  const group = inbox.bulk.group
  const press = (button: RefObject<HTMLButtonElement | null>) => () => button.current?.click()
  const { close: closeWords, transfer, labels, snooze } = conversation
  useCommand({ id: 'bulk.close', words: closeWords, group, keys: 'e', run: bulk.close })
  useCommand({ id: 'bulk.assign', words: transfer, group, keys: 'a', run: press(assigning) })
  useCommand({ id: 'bulk.label', words: labels, group, keys: 'l', run: press(labelling) })
  useCommand({ id: 'bulk.snooze', words: snooze.title, group, keys: 'h', run: press(snoozing) })
  const titles = {
    close: useTitle(closeWords, 'bulk.close'),
    assign: useTitle(transfer, 'bulk.assign'),
    label: useTitle(labels, 'bulk.label'),
    none: useTitle(inbox.bulk.none, 'inbox.selectNone'),
  }
  return (
    <section className={`row gap-1 ${styles.bar}`} aria-label={group}>
      <p className="fill" role="status">
        {inbox.bulk.count(rows.length)}
      </p>
      <IconButton Icon={Check} label={closeWords} title={titles.close} onClick={bulk.close} />
      <Popup
        label={transfer}
        title={titles.assign}
        className="icon"
        button={<UserPlus size={16} aria-hidden />}
        ref={assigning}
      >
        {(close) => <People choose={bulk.assign} close={close} />}
      </Popup>
      <Popup
        label={labels}
        title={titles.label}
        className="icon"
        button={<Tag size={16} aria-hidden />}
        ref={labelling}
      >
        {() => <Labels rows={rows} set={bulk.label} />}
      </Popup>
      <SnoozeButton button={snoozing} isSnoozed={false} snooze={bulk.snooze} />
      <IconButton Icon={X} label={inbox.bulk.none} title={titles.none} onClick={clear} />
    </section>
  )
}

const useButton = () => useRef<HTMLButtonElement>(null)

function Labels({ rows, set }: { rows: Row[]; set: ReturnType<typeof useBulk>['label'] }) {
  const words = useWords().conversation
  const { data } = useQuery(labelsQuery(useDesk()))
  const shareOf = ({ id }: { id: string }) => {
    const having = rows.filter(({ labels }) => labels.some((label) => label.id === id)).length
    return having === 0 ? 'none' : having === rows.length ? 'all' : 'some'
  }
  return (
    <Picker
      items={data?.labels ?? []}
      shareOf={shareOf}
      set={({ id, name, color }, on) => void set({ id, name, color }, on)}
      words={{ find: words.labelsFind, none: words.labelsNone, notFound: words.labelsNotFound }}
    />
  )
}

type PeopleProps = { choose(to: string | null, name: string | null): void; close(): void }

/** The reader and nobody; for admins, the others too. */
function People({ choose, close }: PeopleProps) {
  const { me, mayManage } = useDesk()
  const words = useWords().conversation.give
  const { data } = useQuery(statusQuery(useDesk()))
  const others = mayManage ? (data?.agents ?? []).filter(({ email }) => email !== me.email) : []
  const item = (to: string | null, label: string, name: string | null, isFirst = false) => (
    <button
      key={to}
      type="button"
      className="choice"
      // biome-ignore lint/a11y/noAutofocus: the menu was just opened
      autoFocus={isFirst}
      onClick={() => {
        close()
        choose(to, name)
      }}
    >
      {label}
    </button>
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons inside handle the events
    <div className="menu" onKeyDown={moveFocus}>
      {item(me.email, words.me(me.name ?? me.email), me.name, true)}
      {others.map(({ email, name }) => item(email, name ?? email, name))}
      {item(null, words.nobody, null)}
    </div>
  )
}
