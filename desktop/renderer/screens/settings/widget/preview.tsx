import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ChatSite } from '../../../../../shared/chat.ts'
import type { SettingsPatch } from '../../../../../shared/settings.ts'
import { useDesk } from '../../../live/desk.tsx'
import { keys } from '../../../live/keys.ts'
import { useLaterWords } from '../../../words/later-words.ts'
import { siteWith } from './preview-site.ts'
import styles from './widget.module.css'

type Props = {
  /** The unsaved changes. */
  patch: SettingsPatch
  /** Shows the button instead of the window. */
  isClosed?: boolean
  /** The fields beside the preview. */
  children: ReactNode
}

/** Fields with a live preview of the widget. */
export function Preview({ patch, isClosed = false, children }: Props) {
  const { preview: words } = useLaterWords()
  return (
    <div className="stack gap-4 with-preview">
      <div className="stack gap-4">{children}</div>
      <section className={`stack ${styles.widgetPreview}`} aria-label={words.title}>
        <h2>{words.title}</h2>
        <PreviewFrame patch={patch} isClosed={isClosed} />
        <small>{words.hint}</small>
      </section>
    </div>
  )
}

function PreviewFrame({ patch, isClosed }: Pick<Props, 'patch'> & { isClosed: boolean }) {
  const { preview: words } = useLaterWords()
  const query = useChatSite()
  const frame = useRef<HTMLIFrameElement>(null)
  const ready = useReady(frame)
  const site = query.data && siteWith(query.data, patch)
  const message = site && JSON.stringify({ site, open: !isClosed, error: words.nothingSent })
  const settled = useSettled(message)
  useEffect(() => {
    // The frame has an opaque origin, which cannot be named. The message contains nothing secret.
    if (ready > 0 && settled) frame.current?.contentWindow?.postMessage(JSON.parse(settled), '*')
  }, [ready, settled])
  if (query.isError) return <p className="muted">{words.unreachable}</p>
  return <iframe ref={frame} title={words.title} src="/preview/" sandbox="allow-scripts" />
}

/** The site as the server sends it to the widget. Refetched with the settings, because its key has the same prefix. */
function useChatSite() {
  const { site } = useDesk()
  return useQuery({
    queryKey: [...keys.settings(site.id), 'chat'],
    queryFn: async (): Promise<ChatSite> => {
      // Browsers may cache it, and it may just have changed.
      const response = await fetch(`/chat/site?site=${encodeURIComponent(site.id)}`, { cache: 'no-cache' })
      if (!response.ok) throw new Error(`the site could not be fetched: ${response.status}`)
      return await response.json()
    },
  })
}

const settlesFor = 250

/** The text after a pause in typing. */
function useSettled(text: string | undefined): string | undefined {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settled === undefined ? 0 : settlesFor)
    return () => clearTimeout(timer)
  }, [text, settled])
  return settled
}

/** The number of times the page in the frame reported that it is ready. */
function useReady(frame: React.RefObject<HTMLIFrameElement | null>): number {
  const [times, setTimes] = useState(0)
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && data?.preview === 'ready') setTimes((before) => before + 1)
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [frame])
  return times
}
