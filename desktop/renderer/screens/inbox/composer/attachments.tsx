import { Paperclip } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Message } from '../../../../../shared/message.ts'
import { uploadFile } from '../../../app/upload.ts'
import { useCommand } from '../../../keys/commands.tsx'
import { useTitle } from '../../../keys/own-keys.ts'
import { wordsOf } from '../../../live/connection.ts'
import { useDesk } from '../../../live/desk.tsx'
import { toast } from '../../../ui/toast.ts'
import { useChatFileWords } from '../../../words/screen-words.ts'
import { useWords } from '../../../words/words.tsx'
import type { Seen } from '../conversation/seen.ts'
import styles from './attachments.module.css'

const endings = '.jpg,.jpeg,.png,.gif,.webp,.pdf,.docx,.xlsx,.txt,.csv'

type Props = {
  id: string
  seen: Seen
  /** The reply box, which takes files that are dropped on it or pasted into it. */
  box: RefObject<HTMLElement | null>
}

type Sending = { key: string; name: string; share: number }

/** Sends files to the visitor: by the button, dropped on the reply box, or pasted into it. Each is a message. */
export function Attachments({ id, seen, box }: Props) {
  const words = useChatFileWords()
  const { composer } = useWords()
  const { sending, send } = useSending(id, seen)
  const input = useRef<HTMLInputElement>(null)
  const title = useTitle(words.attach, 'composer.attach')
  const open = () => input.current?.click()
  useCommand({
    id: 'composer.attach',
    words: words.attach,
    group: composer.group,
    keys: 'alt+u',
    inFields: true,
    run: open,
  })
  const isOver = useDropped(box, send)
  return (
    <>
      {isOver && <p className={styles.over}>{words.drop}</p>}
      {sending.map(({ key, name, share }) => (
        <label key={key} className={`row gap-1 ${styles.sending}`}>
          <bdi className="truncate">{words.sending(name)}</bdi>
          <progress value={share} max={1} />
        </label>
      ))}
      <input
        ref={input}
        type="file"
        multiple
        accept={endings}
        hidden
        aria-label={words.attach}
        onChange={({ target }) => {
          void send([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <button type="button" className="icon" aria-label={words.attach} title={title} onClick={open}>
        <Paperclip size={16} aria-hidden />
      </button>
    </>
  )
}

/** Sends files one after the other, so that the visitor receives them in this order. */
function useSending(id: string, seen: Seen) {
  const { site } = useDesk()
  const words = useChatFileWords()
  const [sending, setSending] = useState<Sending[]>([])
  const send = async (files: File[]) => {
    const all = files.map((file) => ({ file, key: crypto.randomUUID() }))
    setSending((some) => [...some, ...all.map(({ file: { name }, key }) => ({ key, name, share: 0 }))])
    let lastSeen = seen.current
    for (const { file, key } of all) {
      const onProgress = (share: number) =>
        setSending((some) => some.map((one) => (one.key === key ? { ...one, share } : one)))
      const path = `/conversations/${id}/files?site=${encodeURIComponent(site.id)}`
      const fields: Record<string, string> = lastSeen ? { lastSeenMessageId: lastSeen } : {}
      try {
        lastSeen = (await uploadFile<Message>(path, file, { fields, onProgress })).id
      } catch (error) {
        // The server's error names the form field.
        toast(words.notSent(file.name, wordsOf(error).replace(/^file: /, '')), { tone: 'danger' })
      }
      setSending((some) => some.filter((one) => one.key !== key))
    }
  }
  return { sending, send }
}

/** Takes files that are dropped on the box or pasted into it. @returns whether some are held above it */
function useDropped(box: RefObject<HTMLElement | null>, send: (files: File[]) => Promise<void>): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef(send)
  latest.current = send
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const stop = new AbortController()
    const { signal } = stop
    const take = (event: Event, files: FileList | undefined) => {
      if (!files?.length) return
      event.preventDefault()
      void latest.current([...files])
    }
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    element.addEventListener(
      'dragover',
      (event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      },
      { signal },
    )
    element.addEventListener('dragleave', () => setOver(false), { signal })
    element.addEventListener(
      'drop',
      (event) => {
        setOver(false)
        take(event, event.dataTransfer?.files)
      },
      { signal },
    )
    element.addEventListener('paste', (event) => take(event, event.clipboardData?.files), { signal })
    return () => stop.abort()
  }, [box])
  return isOver
}
