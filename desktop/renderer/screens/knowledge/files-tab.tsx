import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { KnowledgeFile } from '../../../../shared/file.ts'
import type { Client } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { knowledgeKeys } from '../../live/keys.ts'
import { Ago } from '../../ui/ago.tsx'
import { useFigures } from '../../ui/format.ts'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { RemoveButton } from '../../ui/remove-button.tsx'
import { toast } from '../../ui/toast.ts'
import { failureText } from '../../words/failure-words.ts'
import { useLaterWords } from '../../words/later-words.ts'
import { useFailureWords, useFilesWords } from '../../words/screen-words.ts'
import { AddFiles } from './add-files.tsx'

/** The uploaded files. */
export function FilesTab() {
  const { client, site } = useDesk()
  const words = useFilesWords()
  const query = useQuery({ queryKey: knowledgeKeys.files(site.id), queryFn: () => readFiles(client, site.id) })
  return (
    <section className="settings-section" aria-label={words.list}>
      <p className="muted">{words.intro}</p>
      <AddFiles />
      <QueryBoundary query={query}>{(files) => <Files files={files} />}</QueryBoundary>
    </section>
  )
}

/** All files, in as many requests as needed. */
async function readFiles(client: Client, site: string): Promise<KnowledgeFile[]> {
  const all: KnowledgeFile[] = []
  let before: string | null = null
  do {
    const page: Awaited<ReturnType<typeof client.files.list.query>> = await client.files.list.query({
      site,
      ...(before !== null && { before }),
    })
    all.push(...page.files)
    before = page.next
  } while (before !== null)
  return all
}

function Files({ files }: { files: KnowledgeFile[] }) {
  const words = useFilesWords()
  if (files.length === 0) return <p className="empty">{words.empty}</p>
  return (
    <ul className="settings-list">
      {files.map((file) => (
        <FileRow key={file.id} file={file} />
      ))}
    </ul>
  )
}

function FileRow({ file }: { file: KnowledgeFile }) {
  const { id, name, status, size, passages, truncated, error, createdAt } = file
  const failures = useFailureWords()
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const { settings, common } = useLaterWords()
  const write = useFigures()
  const words = useFilesWords()
  const remove = async () => {
    await client.files.delete.mutate({ site: site.id, id })
    toast(words.removed(name))
    await queries.invalidateQueries({ queryKey: knowledgeKeys.all(site.id) })
  }
  return (
    <li>
      <div className="what">
        <p className="strong">
          <bdi>{name}</bdi> <span className="tag">{words.status[status]}</span>
        </p>
        <p className="muted">
          {write.size(size)} · {status === 'indexed' && <>{words.passages(passages)} · </>}
          <Ago at={createdAt} text={words.added} />
        </p>
        {error !== null && <p className="warning">{failureText(file, error, failures)}</p>}
        {truncated && <p className="warning">{words.truncated}</p>}
      </div>
      <div className="cluster row-actions">
        <RemoveButton words={common.remove} label={settings.removeOne(name)} sure={words.sure} remove={remove} />
      </div>
    </li>
  )
}
