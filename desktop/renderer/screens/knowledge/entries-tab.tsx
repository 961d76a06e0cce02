import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ManualEntry } from '../../../../shared/knowledge.ts'
import { EditableList } from '../../form/editable-list.tsx'
import { type Client, wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { knowledgeKeys } from '../../live/keys.ts'
import { Ago } from '../../ui/ago.tsx'
import { Away } from '../../ui/external-link.tsx'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { toast } from '../../ui/toast.ts'
import { shortAddress } from '../../ui/web-address.ts'
import { useKnowledgeWords } from '../../words/screen-words.ts'
import { EntryForm } from './entry-form.tsx'

/** Knowledge entries written by the team. */
export function EntriesTab() {
  const { client, site } = useDesk()
  const query = useQuery({
    queryKey: knowledgeKeys.entries(site.id),
    queryFn: () => readEntries(client, site.id),
  })
  return <QueryBoundary query={query}>{(entries) => <Entries entries={entries} />}</QueryBoundary>
}

/** All entries, in as many requests as needed. */
async function readEntries(client: Client, site: string): Promise<ManualEntry[]> {
  const all: ManualEntry[] = []
  let before: string | null = null
  do {
    const page: Awaited<ReturnType<typeof client.manual.list.query>> = await client.manual.list.query({
      site,
      ...(before !== null && { before }),
    })
    all.push(...page.entries)
    before = page.next
  } while (before !== null)
  return all
}

/** With fewer entries than this, the search is hidden. */
const few = 5

function Entries({ entries }: { entries: ManualEntry[] }) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const { entries: words, tabs } = useKnowledgeWords()
  const reread = () => queries.invalidateQueries({ queryKey: knowledgeKeys.all(site.id) })
  const restore = async ({ title, content, category, url }: ManualEntry) => {
    try {
      const texts = { title, content, category: category ?? '', url: url ?? '' }
      await client.manual.save.mutate({ site: site.id, ...texts })
      toast(words.restored(title))
    } catch (error) {
      toast(wordsOf(error), { tone: 'danger' })
    }
    await reread()
  }
  const remove = async (entry: ManualEntry) => {
    await client.manual.delete.mutate({ site: site.id, id: entry.id })
    toast(words.removed(entry.title), { undo: () => void restore(entry) })
    await reread()
  }
  return (
    <EditableList
      name={tabs.entries}
      intro={words.intro}
      add={words.add}
      empty={words.empty}
      count={words.count(entries.length)}
      items={entries}
      few={few}
      mayEdit
      textsOf={({ title, content, category }) => [title, content, category ?? '']}
      form={(close, entry) => <EntryForm entries={entries} close={close} {...(entry && { entry })} />}
      nameOf={({ title }) => title}
      show={(entry) => <Shown entry={entry} />}
      remove={remove}
    />
  )
}

function Shown({ entry: { title, category, content, url, chunks, updatedAt } }: { entry: ManualEntry }) {
  const { entries: words } = useKnowledgeWords()
  return (
    <>
      <p className="strong">
        <bdi>{title}</bdi>
        {category && (
          <span className="tag" dir="auto">
            {category}
          </span>
        )}
      </p>
      <p className="clamp muted" dir="auto">
        {content}
      </p>
      <p className="muted">
        {words.passages(chunks)} · <Ago at={updatedAt} text={words.changed} />
        {url && (
          <>
            {' · '}
            <Away address={url}>{shortAddress(url)}</Away>
          </>
        )}
      </p>
    </>
  )
}
