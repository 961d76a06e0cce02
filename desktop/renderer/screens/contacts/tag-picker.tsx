import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Minus, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ContactTag } from '../../../../shared/contact-tag.ts'
import type { LeadListItem } from '../../../../shared/lead.ts'
import { wordsOf } from '../../app/connection.ts'
import { contactKeys, tagsQuery } from '../../live/contact-queries.ts'
import { useDesk } from '../../live/desk.tsx'
import { toast } from '../../ui/toast.ts'
import { useContactsWords } from '../../words/screen-words.ts'
import { shareOf } from './bulk.ts'
import { moveFocus } from './move-focus.ts'

type Props = {
  contacts: readonly Pick<LeadListItem, 'id' | 'status' | 'tags'>[]
  /** Puts a tag on all of them, or takes it off. */
  set: (tag: ContactTag, on: boolean) => void
}

/** The tags of the site, each with a tick where the contacts have it. Who may manage the site makes new ones here. */
export function TagPicker({ contacts, set }: Props) {
  const words = useContactsWords().picker
  const desk = useDesk()
  const { data } = useQuery(tagsQuery(desk))
  const [wanted, setWanted] = useState('')
  const name = wanted.trim()
  const tags = data?.tags ?? []
  const found = tags.filter((tag) => tag.name.toLowerCase().includes(name.toLowerCase()))
  const isNew = name !== '' && !tags.some((tag) => tag.name.toLowerCase() === name.toLowerCase())
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const made = (tag: ContactTag) => {
    set(tag, true)
    setWanted('')
    field.current?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the field and the buttons in it are what is used
    <div className="label-picker" onKeyDown={moveFocus}>
      <input
        type="search"
        dir="auto"
        maxLength={40}
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
        aria-label={words.find}
        placeholder={words.find}
        ref={field}
      />
      {data && found.length === 0 && <p className="muted">{name === '' ? words.none : words.notFound}</p>}
      {found.map((tag) => (
        <Choice key={tag.id} tag={tag} share={shareOf(tag.id, contacts)} set={set} />
      ))}
      {isNew && desk.mayManage && <NewTag name={name} made={made} />}
    </div>
  )
}

type ChoiceProps = { tag: ContactTag; share: 'all' | 'some' | 'none'; set: Props['set'] }

function Choice({ tag, share, set }: ChoiceProps) {
  const words = useContactsWords().picker
  return (
    <button
      type="button"
      className="choice"
      aria-pressed={share === 'some' ? 'mixed' : share === 'all'}
      onClick={() => set(tag, share !== 'all')}
    >
      <span className="tick">
        {share === 'all' && <Check size={16} aria-hidden />}
        {share === 'some' && <Minus size={16} aria-hidden />}
      </span>
      <span className="dot" style={{ background: tag.color }} />
      <bdi>{tag.name}</bdi>
      {share === 'some' && <span className="muted">{words.some}</span>}
    </button>
  )
}

function NewTag({ name, made }: { name: string; made: (tag: ContactTag) => void }) {
  const words = useContactsWords().picker
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const make = async () => {
    try {
      const tag = await client.contactTags.create.mutate({ site: site.id, name })
      await queries.invalidateQueries({ queryKey: contactKeys.tags(site.id) })
      made(tag)
    } catch (error) {
      toast(wordsOf(error), { tone: 'danger' })
    }
  }
  return (
    <button type="button" className="choice" onClick={() => void make()}>
      <span className="tick">
        <Plus size={16} aria-hidden />
      </span>
      <span dir="auto">{words.make(name)}</span>
    </button>
  )
}
