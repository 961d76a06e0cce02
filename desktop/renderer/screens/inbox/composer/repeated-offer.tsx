import { useQueryClient } from '@tanstack/react-query'
import { BookmarkPlus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { putCaret } from '../../../keys/caret.ts'
import { wordsOf } from '../../../live/connection.ts'
import { useDesk } from '../../../live/desk.tsx'
import { keys } from '../../../live/keys.ts'
import { type Repeated, repeated, settleRepeated } from '../../../live/repeats.ts'
import { useStore } from '../../../live/store.ts'
import { toast } from '../../../ui/toast.ts'
import { useCopilotWords } from '../../../words/screen-words.ts'
import styles from './draft-offer.module.css'

/** Offers to save a reply that this person has typed three times. Admins alone may save one. */
export function RepeatedOffer({ id }: { id: string }) {
  const offered = useStore(repeated, (one) => (one?.conversation === id ? one : null))
  const { mayManage } = useDesk()
  return offered && mayManage ? <Offer key={offered.text} offered={offered} /> : null
}

function Offer({ offered }: { offered: Repeated }) {
  const { client, site, me } = useDesk()
  const queries = useQueryClient()
  const words = useCopilotWords().repeated
  const [shortcut, setShortcut] = useState(suggestShortcut(offered.text))
  const [refused, setRefused] = useState('')
  const settle = () => {
    settleRepeated(site.id, me.email, offered)
    putCaret(offered.conversation)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await client.cannedReplies.create.mutate({ site: site.id, shortcut, text: offered.text })
      await queries.invalidateQueries({ queryKey: keys.canned(site.id) })
      toast(words.saved(shortcut))
      settle()
    } catch (error) {
      setRefused(wordsOf(error))
    }
  }
  return (
    <form className={`stack gap-1 ${styles.offer} ${styles.calm}`} aria-label={words.name} onSubmit={save}>
      <p className={`row gap-1 ${styles.by}`} role="status">
        <BookmarkPlus size={14} aria-hidden />
        {words.title}
      </p>
      <p className={styles.text} dir="auto">
        {offered.text}
      </p>
      <div className="cluster">
        <label className="row gap-1">
          {words.shortcut}
          <input
            value={shortcut}
            onChange={({ target }) => setShortcut(target.value)}
            required
            maxLength={40}
            size={12}
            pattern="[\p{L}\p{N}_\-]+"
          />
        </label>
        <button type="submit" className="quiet">
          {words.save}
        </button>
        <button type="button" className="quiet" onClick={settle}>
          {words.never}
        </button>
      </div>
      {refused && (
        <p className="error" role="alert">
          {refused}
        </p>
      )}
    </form>
  )
}

/** The first words of the text, as a shortcut. */
const suggestShortcut = (text: string): string =>
  (
    text
      .toLowerCase()
      .replace(/\{\{.*?\}\}/g, ' ')
      .match(/[\p{L}\p{N}]{3,}/gu) ?? []
  )
    .slice(0, 2)
    .join('-')
    .slice(0, 40)
