import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ChatSite } from '../../../../../shared/chat.ts'
import type { SettingsPatch } from '../../../../../shared/settings.ts'
import { useDesk } from '../../../live/desk.tsx'
import { keys } from '../../../live/keys.ts'
import { useLaterWords } from '../../../words/later-words.ts'
import { siteWith } from './preview-site.ts'

type Props = {
  /** What is not saved yet. */
  patch: SettingsPatch
  /** The button is to be seen, not the window. */
  isClosed?: boolean
  /** The fields that stand beside it. */
  children: ReactNode
}

/** Fields with the widget beside them, as it would be with what they hold. */
export function Preview({ patch, isClosed = false, children }: Props) {
  const { preview: words } = useLaterWords()
  return (
    <div className="with-preview">
      <div className="settings-form">{children}</div>
      <section className="widget-preview" aria-label={words.title}>
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
  const message = site && JSON.stringify({ site, open: !isClosed, refusal: words.nothingSent })
  const settled = useSettled(message)
  useEffect(() => {
    // The frame has no origin of its own that it could be named by; what it is told, every page may know.
    if (ready > 0 && settled) frame.current?.contentWindow?.postMessage(JSON.parse(settled), '*')
  }, [ready, settled])
  if (query.isError) return <p className="muted">{words.unreachable}</p>
  return <iframe ref={frame} title={words.title} src="/preview/" sandbox="allow-scripts" />
}

/** What the widget is told of the site by the server. Read anew with the settings, whose key begins its own. */
function useChatSite() {
  const { site } = useDesk()
  return useQuery({
    queryKey: [...keys.settings(site.id), 'chat'],
    queryFn: async (): Promise<ChatSite> => {
      // Browsers may keep it for a while, and it may just have been changed.
      const response = await fetch(`/chat/site?site=${encodeURIComponent(site.id)}`, { cache: 'no-cache' })
      if (!response.ok) throw new Error(`the site was not told: ${response.status}`)
      return await response.json()
    },
  })
}

const settlesFor = 250

/** The text once it stayed the same for a moment: not each letter is shown by itself. */
function useSettled(text: string | undefined): string | undefined {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settled === undefined ? 0 : settlesFor)
    return () => clearTimeout(timer)
  }, [text, settled])
  return settled
}

/** How often the page in the frame said that it is there. */
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
