import { useQuery } from '@tanstack/react-query'
import { FileText, Upload } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import type { JobFile } from '../../../../shared/job.ts'
import { uploadFile } from '../../app/upload.ts'
import { Uploads, useDroppedFiles, useUploads } from '../../app/uploads.tsx'
import { Section } from '../../form/fields.tsx'
import { useCommand } from '../../keys/commands.tsx'
import { useTitle } from '../../keys/own-keys.ts'
import { useDesk } from '../../live/desk.tsx'
import { useFigures, useTimes } from '../../ui/format.ts'
import { Link } from '../../ui/link.tsx'
import { QueryBoundary } from '../../ui/query-boundary.tsx'
import { RemoveButton } from '../../ui/remove-button.tsx'
import { toast } from '../../ui/toast.ts'
import { useJobPageWords, useJobsWords } from '../../words/screen-words.ts'
import { filesQuery } from './files-query.ts'
import styles from './job-page.module.css'
import { useShowJob } from './save-job.ts'

type Props = {
  id: string
  /** Takes files that are dropped on it. */
  page: RefObject<HTMLElement | null>
}

/** The files of a job. They stay when files are turned off later. */
export function JobFiles({ id, page }: Props) {
  const { files: words } = useJobPageWords()
  const desk = useDesk()
  const query = useQuery(filesQuery(desk, id))
  const isOn = desk.site.jobFiles
  return (
    <Section title={words.title}>
      {isOn ? <AddFiles id={id} page={page} /> : <TurnedOff />}
      <QueryBoundary query={query}>
        {({ files }) =>
          files.length > 0 ? (
            <ul className="settings-list">
              {files.map((file) => (
                <FileRow key={file.id} job={id} file={file} />
              ))}
            </ul>
          ) : (
            isOn && <p className="muted">{words.none}</p>
          )
        }
      </QueryBoundary>
    </Section>
  )
}

function TurnedOff() {
  const { files: words } = useJobPageWords()
  const { mayManage } = useDesk()
  return (
    <p className="muted">
      {words.off} {mayManage ? <Link to={{ page: 'settings', name: 'jobs' }}>{words.turnOn}</Link> : words.offHint}
    </p>
  )
}

const endings = '.jpg,.jpeg,.png,.gif,.webp,.pdf,.docx,.xlsx,.txt,.csv'

function AddFiles({ id, page }: Props) {
  const { files: words, commands } = useJobPageWords()
  const { title: group } = useJobsWords()
  const { site } = useDesk()
  const show = useShowJob(id)
  const { uploads, send } = useUploads({
    failed: words.notAdded,
    async upload(file, options) {
      try {
        await uploadFile<JobFile>(`/jobs/${id}/files?site=${encodeURIComponent(site.id)}`, file, options)
        toast(words.added(file.name))
      } finally {
        await show()
      }
    },
  })
  const isOver = useDroppedFiles(page, send, 'anywhere')
  const input = useRef<HTMLInputElement>(null)
  const open = () => input.current?.click()
  useCommand({ id: 'job.files', words: commands.files, group, keys: 'f', run: open })
  const title = useTitle(commands.files, 'job.files')
  return (
    <div className={`cluster gap-3 ${styles.dropFiles}`} data-over={isOver}>
      <input
        ref={input}
        type="file"
        multiple
        accept={endings}
        hidden
        aria-label={words.add}
        onChange={({ target }) => {
          void send([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <button type="button" className="quiet" title={title} onClick={open}>
        <Upload size={16} aria-hidden="true" />
        {words.add}
      </button>
      <span className="muted">{isOver ? words.dropNow : words.drop}</span>
      <Uploads uploads={uploads} text={words.sending} />
    </div>
  )
}

function FileRow({ job, file }: { job: string; file: JobFile }) {
  const { files: words, history } = useJobPageWords()
  const figures = useFigures()
  const times = useTimes()
  const { client, site } = useDesk()
  const show = useShowJob(job)
  const { id, name, type, size, url, uploadedBy, createdAt } = file
  const remove = async () => {
    await client.jobs.deleteFile.mutate({ site: site.id, id: job, fileId: id })
    await show()
  }
  return (
    <li>
      <div className="what">
        <a href={url} download={name} className={styles.file} aria-label={words.download(name)} title={name}>
          <FileText size={16} aria-hidden="true" />
          <bdi>{name}</bdi>
        </a>
        <p className="muted" dir="auto">
          {kindOf(name, type)} · {figures.size(size)} ·{' '}
          {words.by(uploadedBy.startsWith('key:') ? history.key : uploadedBy, times.whole(createdAt))}
        </p>
      </div>
      <div className="row row-actions">
        <RemoveButton words={words.remove} label={words.removeOne(name)} sure={words.sure} remove={remove} />
      </div>
    </li>
  )
}

/** The type in short: the ending of the name, which the server has compared with the content. */
const kindOf = (name: string, type: string): string => /\.([a-z\d]{1,5})$/i.exec(name)?.[1]?.toUpperCase() ?? type
