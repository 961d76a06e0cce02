import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AttributeDefinition } from '../../../../shared/attribute-definition.ts'
import type { ContactTag } from '../../../../shared/contact-tag.ts'
import { EditableList } from '../../form/editable-list.tsx'
import { allDefinitionsQuery, contactKeys, tagsQuery } from '../../live/contact-queries.ts'
import { useDesk } from '../../live/desk.tsx'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { useContactsPageWords } from '../../words/screen-words.ts'
import { AttributeForm } from './attribute-form.tsx'
import { TagForm } from './tag-form.tsx'

const few = 8

/** The contact settings: tags and attributes. */
export function ContactsPage() {
  const desk = useDesk()
  return (
    <>
      <QueryBoundary query={useQuery(tagsQuery(desk))}>{(list) => <Tags {...list} />}</QueryBoundary>
      <QueryBoundary query={useQuery(allDefinitionsQuery(desk))}>
        {({ definitions }) => <Attributes all={definitions} />}
      </QueryBoundary>
    </>
  )
}

function Tags({ tags, colors }: { tags: ContactTag[]; colors: string[] }) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const words = useContactsPageWords().tags
  const remove = async ({ id }: ContactTag) => {
    await client.contactTags.delete.mutate({ site: site.id, id })
    await queries.invalidateQueries({ queryKey: contactKeys.tags(site.id) })
  }
  return (
    <EditableList
      name={words.title}
      title={words.title}
      intro={words.intro}
      add={words.add}
      empty={words.empty}
      items={tags}
      few={few}
      mayEdit
      textsOf={({ name }) => [name]}
      form={(close, tag) => <TagForm colors={colors} close={close} {...(tag && { tag })} />}
      nameOf={({ name }) => name}
      show={({ name, color }) => (
        <p>
          <span className="label-dot" style={{ background: color }} />
          <bdi>{name}</bdi>
        </p>
      )}
      remove={remove}
      removeHint={words.removeHint}
    />
  )
}

function Attributes({ all }: { all: AttributeDefinition[] }) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const words = useContactsPageWords().attributes
  const remove = async ({ id }: AttributeDefinition) => {
    await client.attributes.delete.mutate({ site: site.id, id })
    await queries.invalidateQueries({ queryKey: contactKeys.definitions(site.id) })
  }
  return (
    <EditableList
      name={words.title}
      title={words.title}
      intro={words.intro}
      add={words.add}
      empty={words.empty}
      items={all}
      few={few}
      mayEdit
      textsOf={({ label, key, description }) => [label, key, description]}
      form={(close, one) => <AttributeForm close={close} {...(one && { definition: one })} />}
      nameOf={({ label }) => label}
      show={(one) => <Shown {...one} />}
      remove={remove}
      removeHint={words.removeHint}
    />
  )
}

function Shown({ label, key, entity, type, options, description }: AttributeDefinition) {
  const words = useContactsPageWords().attributes
  return (
    <>
      <p>
        <bdi>{label}</bdi> <small className="muted">{key}</small>
      </p>
      {description && (
        <p className="muted clamp" dir="auto">
          {description}
        </p>
      )}
      <small>{[words.entities[entity], words.types[type], ...options].join(' · ')}</small>
    </>
  )
}
