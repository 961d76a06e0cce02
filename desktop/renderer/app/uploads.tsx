import { X } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { wordsOf } from '../live/connection.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { toast } from '../ui/toast.ts'
import { useWords } from '../words/words.tsx'
import type { UploadOptions } from './upload.ts'

/** A file that is being uploaded, or waits for it. `share`: how much of it, of 1. */
type Upload = { key: string; name: string; share: number; stop: AbortController }

type Uploading = {
  upload(file: File, options: Required<Pick<UploadOptions, 'onProgress' | 'signal'>>): Promise<unknown>
  failed(name: string, why: string): string
}

/** Uploads files one after the other. Each can be cancelled. */
export function useUploads({ upload, failed }: Uploading) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const send = async (files: File[]) => {
    const all = files.map((file) => ({ file, key: crypto.randomUUID(), stop: new AbortController() }))
    const end = (key: string) => setUploads((some) => some.filter((one) => one.key !== key))
    for (const { key, stop } of all) stop.signal.addEventListener('abort', () => end(key))
    setUploads((some) => [...some, ...all.map(({ file: { name }, key, stop }) => ({ key, name, share: 0, stop }))])
    for (const { file, key, stop } of all) {
      const { signal } = stop
      if (signal.aborted) continue
      const onProgress = (share: number) =>
        setUploads((some) => some.map((one) => (one.key === key ? { ...one, share } : one)))
      try {
        await upload(file, { onProgress, signal })
      } catch (error) {
        // The text names the file already; the server's error names the form field.
        if (!signal.aborted) toast(failed(file.name, wordsOf(error).replace(/^file: /, '')), { tone: 'danger' })
      }
      end(key)
    }
  }
  return { uploads, send }
}

type Props = {
  uploads: readonly Upload[]
  /** What is said of a file with this name. */
  text: (name: string) => string
}

/** The progress of uploads, with a button that cancels each. */
export function Uploads({ uploads, text }: Props) {
  const { common } = useWords()
  return uploads.map(({ key, name, share, stop }) => (
    <div key={key} className="row gap-1 upload">
      <label className="row truncate">
        <bdi className="truncate">{text(name)}</bdi>
        <progress value={share} max={1} />
      </label>
      <IconButton
        Icon={X}
        label={`${common.cancel}: ${name}`}
        title={common.cancel}
        className="icon quiet"
        onClick={() => stop.abort()}
      />
    </div>
  ))
}

/**
 * Takes files that are dropped on an element, or pasted: into it, or anywhere but in an open dialog.
 * @returns whether some are held above it
 */
export function useDroppedFiles(
  target: RefObject<HTMLElement | null>,
  send: (files: File[]) => Promise<void>,
  pasted: 'inside' | 'anywhere' = 'inside',
): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef(send)
  latest.current = send
  useEffect(() => {
    const element = target.current
    if (!element) return undefined
    const stop = new AbortController()
    const { signal } = stop
    const take = (event: Event, files: FileList | undefined) => {
      if (!files?.length || document.querySelector('dialog:modal')) return
      event.preventDefault()
      void latest.current([...files])
    }
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      if (!element.contains(relatedTarget as Node | null)) setOver(false)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      take(event, event.dataTransfer?.files)
    }
    const paste = (event: ClipboardEvent) => take(event, event.clipboardData?.files)
    element.addEventListener('dragover', over, { signal })
    element.addEventListener('dragleave', leave, { signal })
    element.addEventListener('drop', drop, { signal })
    const place: EventTarget = pasted === 'anywhere' ? document : element
    place.addEventListener('paste', paste as (event: Event) => void, { signal })
    return () => stop.abort()
  }, [target, pasted])
  return isOver
}
