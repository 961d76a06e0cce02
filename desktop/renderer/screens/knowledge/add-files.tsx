import { useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import { uploadFile } from '../../app/upload.ts'
import { Uploads, useDroppedFiles, useUploads } from '../../app/uploads.tsx'
import { useDesk } from '../../live/desk.tsx'
import { knowledgeKeys } from '../../live/keys.ts'
import { useFilesWords } from '../../words/screen-words.ts'
import styles from './files-tab.module.css'

const endings = '.pdf,.docx,.txt,.md,.markdown,.html,.htm,.csv,.json'

/** Adds files by a button or by dropping them. */
export function AddFiles() {
  const words = useFilesWords()
  const { site } = useDesk()
  const queries = useQueryClient()
  const { uploads, send } = useUploads({
    failed: words.notSent,
    async upload(file, options) {
      try {
        await uploadFile(`/knowledge/files?site=${encodeURIComponent(site.id)}`, file, options)
      } finally {
        await queries.invalidateQueries({ queryKey: knowledgeKeys.files(site.id) })
      }
    },
  })
  const input = useRef<HTMLInputElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const isOver = useDroppedFiles(place, send)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    void send([...(target.files ?? [])])
    target.value = ''
  }
  return (
    <div ref={place} className={`cluster gap-3 ${styles.dropFiles}`} data-over={isOver}>
      <input ref={input} type="file" multiple accept={endings} onChange={choose} hidden aria-label={words.add} />
      <button type="button" onClick={() => input.current?.click()}>
        <Upload size={16} aria-hidden="true" />
        {words.add}
      </button>
      <span className="muted">{words.drop}</span>
      <Uploads uploads={uploads} text={words.sending} />
    </div>
  )
}
