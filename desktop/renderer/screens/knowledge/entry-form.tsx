import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ManualEntry } from '../../../../shared/knowledge.ts'
import { useDraft } from '../../form/draft.ts'
import { FaultsProvider, faultsOf, noFaults, stillWrong } from '../../form/faults.ts'
import { FormActions } from '../../form/form-actions.tsx'
import { TextField } from '../../form/text-field.tsx'
import { useDesk } from '../../live/desk.tsx'
import { knowledgeKeys } from '../../live/knowledge-keys.ts'
import { Formatted } from '../../ui/message/formatted.tsx'
import { useKnowledgeWords } from '../../words/screen-words.ts'

const nothing = { title: '', content: '', category: '', url: '' }
type Fields = typeof nothing

const fieldsOf = ({ title, content, category, url }: ManualEntry): Fields => ({
  title,
  content,
  category: category ?? '',
  url: url ?? '',
})

type Props = { entry?: ManualEntry; entries: ManualEntry[]; close: () => void }

/** Writes an entry, or changes one. */
export function EntryForm({ entry, entries, close }: Props) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const { entries: words } = useKnowledgeWords()
  const [refused, setRefused] = useState({ value: nothing, faults: noFaults })
  const draft = useDraft(entry ? fieldsOf(entry) : nothing, async (value) => {
    try {
      await client.manual.save.mutate({ site: site.id, ...value, ...(entry && { id: entry.id }) })
    } catch (error) {
      setRefused({ value, faults: faultsOf(error) })
      throw error
    }
    await queries.invalidateQueries({ queryKey: knowledgeKeys.all(site.id) })
    close()
  })
  const { value, change } = draft
  const title = value.title.trim()
  const replaced = entries.find((other) => other.title === title && other.id !== entry?.id)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void draft.save()
  }
  return (
    <FaultsProvider value={stillWrong(refused.faults, refused.value, value)}>
      <form className="settings-card" aria-label={entry ? words.edit : words.add} onSubmit={submit} noValidate>
        <EntryFields value={value} change={change} />
        <Preview text={value.content} />
        {replaced && (
          <p className="warning" role="status">
            {words.replaces(replaced.title)}
          </p>
        )}
        <FormActions saving={draft.saving} close={close} />
      </form>
    </FaultsProvider>
  )
}

function EntryFields({ value, change }: { value: Fields; change: (part: Partial<Fields>) => void }) {
  const { entries: words } = useKnowledgeWords()
  return (
    <>
      <TextField
        label={words.titleField}
        hint={words.titleHint}
        path="title"
        value={value.title}
        change={(title) => change({ title })}
      />
      <TextField
        label={words.content}
        hint={words.contentHint}
        path="content"
        lines={8}
        value={value.content}
        change={(content) => change({ content })}
      />
      <div className="settings-pair">
        <TextField
          label={words.category}
          hint={words.categoryHint}
          path="category"
          value={value.category}
          change={(category) => change({ category })}
        />
        <TextField
          label={words.url}
          hint={words.urlHint}
          path="url"
          type="url"
          placeholder="https://"
          value={value.url}
          change={(url) => change({ url })}
        />
      </div>
    </>
  )
}

function Preview({ text }: { text: string }) {
  const { entries: words } = useKnowledgeWords()
  if (text.trim() === '') return null
  return (
    <section className="preview" aria-label={words.preview}>
      <h3>{words.preview}</h3>
      <Formatted text={text} markdown />
    </section>
  )
}
