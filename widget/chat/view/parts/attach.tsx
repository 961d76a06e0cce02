/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { FileFailure } from '../../talk.ts'
import { fill } from '../../words/words.ts'
import { usePartChat } from '../chat-context.tsx'
import { MoreIcon } from './more-icon.tsx'

const endings = '.jpg,.jpeg,.png,.gif,.webp,.pdf,.docx,.xlsx,.txt,.csv'

type Sending = { name: string; share: number }
type Failed = { name: string; why: FileFailure }

/** Sends files: by the button, dropped on the window, or pasted into the message box. One at a time, in order. */
export function Attach() {
  const { stage, state, words } = usePartChat()
  const input = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState<Sending>()
  const [failed, setFailed] = useState<Failed>()
  const send = async (files: Iterable<File>) => {
    setFailed(undefined)
    for (const file of files) {
      const { name } = file
      setSending({ name, share: 0 })
      const why = await stage.talk.sendFile(file, (share) => setSending({ name, share }))
      if (why) setFailed({ name, why })
    }
    setSending(undefined)
  }
  useGiven(input, send)
  return (
    <>
      <button
        type="button"
        class="round clip"
        aria-label={words.attach}
        title={words.attach}
        disabled={!!sending}
        onClick={() => input.current!.click()}
      >
        <MoreIcon name="clip" />
      </button>
      <input
        ref={input}
        type="file"
        multiple
        accept={endings}
        hidden
        aria-label={words.attach}
        onChange={({ currentTarget }) => {
          void send([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
      {sending && (
        <label class="attaching">
          <bdi>{fill(words.sendingFile, { name: sending.name })}</bdi>
          <progress value={sending.share} max={1} />
        </label>
      )}
      {failed && (
        <p class="attaching" role="alert" dir="auto">
          {fill(words[failed.why], { name: failed.name, count: state.site.files?.maxMb ?? 0 })}
        </p>
      )}
    </>
  )
}

/** Takes files that are dropped on the window or pasted into it. */
function useGiven(inside: { current: HTMLElement | null }, send: (files: Iterable<File>) => Promise<void>) {
  const latest = useRef(send)
  latest.current = send
  useEffect(() => {
    const window = inside.current!.closest('.window')!
    const take = (event: Event, files: FileList | undefined) => {
      if (!files?.length) return
      event.preventDefault()
      void latest.current([...files])
    }
    const over = (event: Event) => event.preventDefault()
    const drop = (event: Event) => take(event, (event as DragEvent).dataTransfer?.files)
    const paste = (event: Event) => take(event, (event as ClipboardEvent).clipboardData?.files)
    window.addEventListener('dragover', over)
    window.addEventListener('drop', drop)
    window.addEventListener('paste', paste)
    return () => {
      window.removeEventListener('dragover', over)
      window.removeEventListener('drop', drop)
      window.removeEventListener('paste', paste)
    }
  }, [inside])
}
