import { PhoneCall } from 'lucide-react'
import { memo } from 'react'
import type { LeadListItem } from '../../../../shared/lead.ts'
import { useNow } from '../../ui/clock.ts'
import { ageWords, useFigures, useTimes } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { useContactsWords } from '../../words/screen-words.ts'
import { useLanguage, useWords } from '../../words/words.tsx'
import styles from './contacts.module.css'
import { nameOfContact } from './names.ts'

const minute = 60_000
const shownTags = 3

type Props = {
  contact: LeadListItem
  /** Its index among all, from 0. */
  place: number
  /** The filter for its address. */
  query: string
  /** The keyboard cursor is on it. */
  isCurrent: boolean
  /** It is the row in the tab order. */
  isReached: boolean
  isChosen: boolean
  /** @param toHere selects the range up to this row */
  choose: (toHere: boolean) => void
}

/** A contact in the table. Its texts come from visitors and others, and are shown as plain text. */
export const ContactRow = memo(function ContactRow(given: Props) {
  const { contact, place, query, isCurrent, isReached, isChosen, choose } = given
  const words = useContactsWords()
  const { visitor } = useWords()
  const { id, email, phone, company, status } = contact
  const name = nameOfContact(contact)
  const tabIndex = isReached ? 0 : -1
  return (
    <tr aria-rowindex={place + 2} data-current={isCurrent} data-chosen={isChosen} className={styles.row}>
      <td className={styles.choose}>
        <input
          type="checkbox"
          aria-label={words.chooseOne(name)}
          tabIndex={tabIndex}
          checked={isChosen}
          onChange={({ nativeEvent }) => choose((nativeEvent as MouseEvent).shiftKey)}
        />
      </td>
      <th scope="row" className={styles.name}>
        <Link to={{ page: 'contacts', id, query }} data-contact={id} tabIndex={tabIndex}>
          <bdi>{name}</bdi>
          <bdi className={`${styles.under} muted`}>{[email, phone, company].find((text) => text && text !== name)}</bdi>
        </Link>
      </th>
      <Text name="email" text={email} />
      <Text name="phone" text={phone} />
      <Text name="company" text={company} />
      <td className={styles.status}>
        <span className={styles.contactStatus}>
          <span className={styles.statusDot} data-status={status} aria-hidden="true" />
          {visitor.status[status]}
        </span>
      </td>
      <td className={styles.tags}>
        <Tags tags={contact.tags} />
      </td>
      <td className={styles.conversations}>
        <Conversations contact={contact} />
      </td>
      <td className={styles.changed}>
        <Changed at={contact.updatedAt} />
      </td>
    </tr>
  )
})

const Text = ({ name, text }: { name: string; text: string | null }) => (
  <td className={styles[name]} title={text ?? undefined}>
    <bdi>{text}</bdi>
  </td>
)

function Tags({ tags }: { tags: LeadListItem['tags'] }) {
  const rest = tags.slice(shownTags)
  return (
    <span className={styles.contactTags} title={tags.map(({ name }) => name).join(', ')}>
      {tags.slice(0, shownTags).map(({ id, name, color }) => (
        <span key={id} className="pill">
          <span className="dot" style={{ background: color }} />
          <bdi>{name}</bdi>
        </span>
      ))}
      {rest.length > 0 && (
        <span className="muted">
          +{rest.length}
          <span className="unseen">{rest.map(({ name }) => name).join(', ')}</span>
        </span>
      )}
    </span>
  )
}

function Conversations({ contact: { conversations, openCallbacks } }: { contact: LeadListItem }) {
  const words = useContactsWords()
  const figures = useFigures()
  const label = words.openCallbacks(openCallbacks)
  return (
    <>
      {openCallbacks > 0 && <PhoneCall size={12} className={styles.openCallbacks} role="img" aria-label={label} />}
      {conversations > 0 && figures.whole(conversations)}
    </>
  )
}

function Changed({ at }: { at: number }) {
  const { inbox } = useWords()
  const { language } = useLanguage()
  const times = useTimes()
  const now = useNow(minute)
  return (
    <time dateTime={new Date(at).toISOString()} title={times.whole(at)}>
      {ageWords(at, Math.max(now, at), language, inbox.time)}
    </time>
  )
}
