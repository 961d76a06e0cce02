import { useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { type ChangeEvent, type DragEvent, useRef, useState } from 'react'
import { wordsOf } from '../../app/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { knowledgeKeys } from '../../live/knowledge-keys.ts'
import { toast } from '../../ui/toast.ts'
import { useFilesWords } from '../../words/screen-words.ts'
import { sendFile } from './send-file.ts'

const endings = '.pdf,.docx,.txt,.md,.markdown,.html,.htm,.csv,.json'

type Sending = { key: string; name: string; share: number }

/** Sends files one after the other, and shows how far the one is that is being sent. */
function useSending() {
  const { site } = useDesk()
  const queries = useQueryClient()
  const words = useFilesWords()
  const [sending, setSending] = useState<Sending[]>([])
  const send = async (files: File[]) => {
    const all = files.map((file) => ({ file, key: crypto.randomUUID() }))
    setSending((some) => [...some, ...all.map(({ file: { name }, key }) => ({ key, name, share: 0 }))])
    for (const { file, key } of all) {
      const told = (share: number) =>
        setSending((some) => some.map((one) => (one.key === key ? { ...one, share } : one)))
      try {
        await sendFile(site.id, file, told)
      } catch (error) {
        // The file is named already; the server names the field of the form.
        toast(words.notSent(file.name, wordsOf(error).replace(/^file: /, '')), { tone: 'danger' })
      }
      setSending((some) => some.filter((one) => one.key !== key))
      await queries.invalidateQueries({ queryKey: knowledgeKeys.files(site.id) })
    }
  }
  return { sending, send }
}

/** Takes files by a button, or where they are dropped. */
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
    // biome-ignore lint/a11y/noStaticElementInteractions: the button in it does the same for the keyboard
    <div className="drop-files" data-over={isOver} onDragOver={over} onDragLeave={() => setOver(false)} onDrop={drop}>
      <input ref={input} type="file" multiple accept={endings} onChange={choose} hidden aria-label={words.add} />
      <button type="button" onClick={() => input.current?.click()}>
        <Upload size={16} aria-hidden="true" />
        {words.add}
      </button>
      <span className="muted">{words.drop}</span>
      {sending.map(({ key, name, share }) => (
        <label key={key} className="sending">
          <bdi>{words.sending(name)}</bdi>
          <progress value={share} max={1} />
        </label>
      ))}
    </div>
  )
}
