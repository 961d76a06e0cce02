import { useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react'
import { uploadFile } from '../../app/upload.ts'
import { wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { knowledgeKeys } from '../../live/keys.ts'
import { toast } from '../../ui/toast.ts'
import { useFilesWords } from '../../words/screen-words.ts'
import styles from './files-tab.module.css'

const endings = '.pdf,.docx,.txt,.md,.markdown,.html,.htm,.csv,.json'

type Sending = { key: string; name: string; share: number }

/** Uploads files one after the other, and shows the progress. */
function useSending() {
  const { site } = useDesk()
  const queries = useQueryClient()
  const words = useFilesWords()
  const [sending, setSending] = useState<Sending[]>([])
  const send = async (files: File[]) => {
    const all = files.map((file) => ({ file, key: crypto.randomUUID() }))
    setSending((some) => [...some, ...all.map(({ file: { name }, key }) => ({ key, name, share: 0 }))])
    for (const { file, key } of all) {
      const onProgress = (share: number) =>
        setSending((some) => some.map((one) => (one.key === key ? { ...one, share } : one)))
      try {
        await uploadFile(`/knowledge/files?site=${encodeURIComponent(site.id)}`, file, { onProgress })
      } catch (error) {
        // The text names the file already; the server's error names the form field.
        toast(words.notSent(file.name, wordsOf(error).replace(/^file: /, '')), { tone: 'danger' })
      }
      setSending((some) => some.filter((one) => one.key !== key))
      await queries.invalidateQueries({ queryKey: knowledgeKeys.files(site.id) })
    }
  }
  return { sending, send }
}

/** Adds files by a button or by dropping them. */
export function AddFiles() {
  const words = useFilesWords()
  const { sending, send } = useSending()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    void send([...(target.files ?? [])])
    target.value = ''
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void send([...event.dataTransfer.files])
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same by keyboard
    <div
      className={`cluster gap-3 ${styles.dropFiles}`}
      data-over={isOver}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input ref={input} type="file" multiple accept={endings} onChange={choose} hidden aria-label={words.add} />
      <button type="button" onClick={() => input.current?.click()}>
        <Upload size={16} aria-hidden="true" />
        {words.add}
      </button>
      <span className="muted">{words.drop}</span>
      {sending.map(({ key, name, share }) => (
        <label key={key} className={`row gap-3 ${styles.sending}`}>
          <bdi>{words.sending(name)}</bdi>
          <progress value={share} max={1} />
        </label>
      ))}
    </div>
  )
}
