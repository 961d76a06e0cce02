import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { ContactTag } from '../../../../shared/contact-tag.ts'
import type { LeadListItem } from '../../../../shared/lead.ts'
import { wordsOf } from '../../live/connection.ts'
import { contactKeys, tagsQuery } from '../../live/contact-queries.ts'
import { useDesk } from '../../live/desk.tsx'
import { Picker } from '../../ui/picker.tsx'
import { toast } from '../../ui/toast.ts'
import { useContactsWords } from '../../words/screen-words.ts'
import { shareOf } from './contact-list.ts'

type Props = {
  contacts: readonly Pick<LeadListItem, 'id' | 'status' | 'tags'>[]
  /** Adds a tag to all of them, or removes it. */
  set: (tag: ContactTag, on: boolean) => void
}

/** The site's tags, with a check mark if the contacts have them. Those who manage the site can create tags here. */
export function TagPicker({ contacts, set }: Props) {
  const words = useContactsWords().picker
  const desk = useDesk()
  const { data } = useQuery(tagsQuery(desk))
  const tags = data?.tags ?? []
  const isNew = (name: string) => name !== '' && !tags.some((tag) => tag.name.toLowerCase() === name.toLowerCase())
  return (
    <Picker
      items={tags}
      shareOf={({ id }) => shareOf(id, contacts)}
      set={set}
      words={data ? words : { find: words.find }}
    >
      {(name, done) =>
        isNew(name) &&
        desk.mayManage && (
          <NewTag
            name={name}
            made={(tag) => {
              set(tag, true)
              done()
            }}
          />
        )
      }
    </Picker>
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
