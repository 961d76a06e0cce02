import { type RefObject, useEffect, useRef, useState } from 'react'
import type { JobFile } from '../../../../shared/job.ts'
import { uploadFile } from '../../app/upload.ts'
import { wordsOf } from '../../live/connection.ts'
import { useDesk } from '../../live/desk.tsx'
import { toast } from '../../ui/toast.ts'
import { useJobPageWords } from '../../words/screen-words.ts'
import { useShowJob } from './save-job.ts'

/** A file that is being uploaded. `share`: how much of it, of 1. */
export type Sending = { key: string; name: string; share: number }

/** Uploads files one after the other. */
export function useSending(id: string): { sending: Sending[]; send: (files: File[]) => Promise<void> } {
  const { site } = useDesk()
  const { files: words } = useJobPageWords()
  const show = useShowJob(id)
  const [sending, setSending] = useState<Sending[]>([])
  const send = async (files: File[]) => {
    const all = files.map((file) => ({ file, key: crypto.randomUUID() }))
    setSending((some) => [...some, ...all.map(({ file: { name }, key }) => ({ key, name, share: 0 }))])
    for (const { file, key } of all) {
      const onProgress = (share: number) =>
        setSending((some) => some.map((one) => (one.key === key ? { ...one, share } : one)))
      try {
        await uploadFile<JobFile>(`/jobs/${id}/files?site=${encodeURIComponent(site.id)}`, file, { onProgress })
        toast(words.added(file.name))
      } catch (error) {
        // The text names the file already; the server's error names the form field.
        toast(words.notAdded(file.name, wordsOf(error).replace(/^file: /, '')), { tone: 'danger' })
      }
      setSending((some) => some.filter((one) => one.key !== key))
      await show()
    }
  }
  return { sending, send }
}

/**
 * Takes files that are dropped on the page or pasted anywhere, but not into an open dialog.
 * @returns whether some are held above the page
 */
export function useDropped(page: RefObject<HTMLElement | null>, send: (files: File[]) => Promise<void>): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef(send)
  latest.current = send
  useEffect(() => {
    const element = page.current
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
    element.addEventListener('dragover', over, { signal })
    element.addEventListener('dragleave', leave, { signal })
    element.addEventListener('drop', drop, { signal })
    document.addEventListener('paste', (event) => take(event, event.clipboardData?.files), { signal })
    return () => stop.abort()
  }, [page])
  return isOver
}
