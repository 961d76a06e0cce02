import { Plus, Tag, X } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import type { LeadDetail } from '../../../../shared/lead-detail.ts'
import { useCommand } from '../../keys/commands.tsx'
import { useTitle } from '../../keys/own-keys.ts'
import { EmailRefused } from '../../ui/email-refused.tsx'
import { Popup } from '../../ui/popup.tsx'
import { useContactsWords } from '../../words/screen-words.ts'
import { useWords } from '../../words/words.tsx'
import styles from './contact-page.module.css'
import contacts from './contacts.module.css'
import { nameOfContact } from './names.ts'
import { StatusMenu } from './status-menu.tsx'
import { TagPicker } from './tag-picker.tsx'
import { useChange } from './use-change.ts'

type Props = { lead: LeadDetail; top: RefObject<HTMLHeadingElement | null> }

/** The contact's name, status and tags. Changes apply immediately. */
export function ContactHead({ lead, top }: Props) {
  const { page: words, commands, title: group } = useContactsWords()
  const { visitor } = useWords()
  const status = useRef<HTMLButtonElement>(null)
  const tags = useRef<HTMLButtonElement>(null)
  const { setStatus, setTag } = useChange(lead)
  useCommand({ id: 'contacts.status', words: commands.status, group, keys: 's', run: () => status.current?.click() })
  useCommand({ id: 'contacts.tags', words: commands.tags, group, keys: 'l', run: () => tags.current?.click() })
  const statusTitle = useTitle(words.status, 'contacts.status')
  const tagsTitle = useTitle(words.addTag, 'contacts.tags')
  const label = `${words.status}: ${visitor.status[lead.status]}`
  return (
    <header className={`cluster ${styles.head}`}>
      <h1 ref={top} tabIndex={-1} dir="auto">
        {nameOfContact(lead)}
      </h1>
      <Popup
        label={label}
        title={statusTitle}
        ref={status}
        className={`quiet ${contacts.contactStatus}`}
        button={<Status lead={lead} />}
      >
        {(close) => (
          <StatusMenu
            status={lead.status}
            choose={(chosen) => {
              close()
              setStatus(chosen)
            }}
          />
        )}
      </Popup>
      <ul className="cluster gap-1" aria-label={words.tags}>
        {lead.tags.map((tag) => (
          <li key={tag.id} className="pill">
            <span className="dot" style={{ background: tag.color }} />
            <bdi>{tag.name}</bdi>
            <button type="button" onClick={() => setTag(tag, false)} aria-label={words.removeTag(tag.name)}>
              <X size={12} aria-hidden />
            </button>
          </li>
        ))}
        <li>
          <Popup label={words.addTag} title={tagsTitle} ref={tags} className="quiet pill" button={<AddTag />}>
            {() => <TagPicker contacts={[lead]} set={setTag} />}
          </Popup>
        </li>
      </ul>
      <EmailRefused refusal={lead.emailRefusal} />
    </header>
  )
}

function Status({ lead: { status } }: Pick<Props, 'lead'>) {
  const { visitor } = useWords()
  return (
    <>
      <span className={contacts.statusDot} data-status={status} aria-hidden="true" />
      {visitor.status[status]}
    </>
  )
}

const AddTag = () => (
  <>
    <Tag size={12} aria-hidden />
    <Plus size={12} aria-hidden />
  </>
)
