import { useQueryClient } from '@tanstack/react-query'
import type { ManualEntry } from '../../../../shared/knowledge.ts'
import { CardForm } from '../../form/card-form.tsx'
import { useDraft } from '../../form/draft.ts'
import { TextField } from '../../form/fields.tsx'
import { useDesk } from '../../live/desk.tsx'
import { knowledgeKeys } from '../../live/keys.ts'
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

/** Creates or edits an entry. */
export function EntryForm({ entry, entries, close }: Props) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const { entries: words } = useKnowledgeWords()
  const draft = useDraft(entry ? fieldsOf(entry) : nothing, async (value) => {
    await client.manual.save.mutate({ site: site.id, ...value, ...(entry && { id: entry.id }) })
    await queries.invalidateQueries({ queryKey: knowledgeKeys.all(site.id) })
    close()
  })
  const { title, content } = draft.value
  const replaced = entries.find((other) => other.title === title.trim() && other.id !== entry?.id)
  return (
    <CardForm label={entry ? words.edit : words.add} draft={draft} close={close} noValidate>
      <TextField label={words.titleField} hint={words.titleHint} path="title" />
      <TextField label={words.content} hint={words.contentHint} path="content" lines={8} />
      <div className="grid">
        <TextField label={words.category} hint={words.categoryHint} path="category" />
        <TextField label={words.url} hint={words.urlHint} path="url" type="url" placeholder="https://" />
      </div>
      <Preview text={content} />
      {replaced && (
        <p className="warning" role="status">
          {words.replaces(replaced.title)}
        </p>
      )}
    </CardForm>
  )
}

function Preview({ text }: { text: string }) {
  const { entries: words } = useKnowledgeWords()
  if (text.trim() === '') return null
  return (
    <section className="stack gap-1 preview" aria-label={words.preview}>
      <h3>{words.preview}</h3>
      <Formatted text={text} markdown />
    </section>
  )
}
