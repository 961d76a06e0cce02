import { Paperclip } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import type { Message } from '../../../../../shared/message.ts'
import { uploadFile } from '../../../app/upload.ts'
import { Uploads, useDroppedFiles, useUploads } from '../../../app/uploads.tsx'
import { useCommand } from '../../../keys/commands.tsx'
import { useTitle } from '../../../keys/own-keys.ts'
import { useDesk } from '../../../live/desk.tsx'
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

/** Sends files to the visitor: by the button, dropped on the reply box, or pasted into it. Each is a message. */
export function Attachments({ id, seen, box }: Props) {
  const words = useChatFileWords()
  const { composer } = useWords()
  const { site } = useDesk()
  const lastSeen = useRef<string | undefined>(undefined)
  const { uploads, send } = useUploads({
    failed: words.notSent,
    async upload(file, options) {
      const path = `/conversations/${id}/files?site=${encodeURIComponent(site.id)}`
      const fields: Record<string, string> = lastSeen.current ? { lastSeenMessageId: lastSeen.current } : {}
      lastSeen.current = (await uploadFile<Message>(path, file, { ...options, fields })).id
    },
  })
  const sendAll = (files: File[]) => {
    lastSeen.current = seen.current
    return send(files)
  }
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
  const isOver = useDroppedFiles(box, sendAll)
  return (
    <>
      {isOver && <p className={styles.over}>{words.drop}</p>}
      <Uploads uploads={uploads} text={words.sending} />
      <input
        ref={input}
        type="file"
        multiple
        accept={endings}
        hidden
        aria-label={words.attach}
        onChange={({ target }) => {
          void sendAll([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <button type="button" className="icon" aria-label={words.attach} title={title} onClick={open}>
        <Paperclip size={16} aria-hidden />
      </button>
    </>
  )
}
