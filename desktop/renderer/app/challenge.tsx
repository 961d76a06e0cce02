import { useEffect, useRef } from 'react'
import { useLanguage, useWords } from '../words/words.tsx'
import { useTheme } from './theme.ts'

/** Timeouts in milliseconds: for loading the frame, and for completing the challenge. */
const loading = 20_000
const thinking = 300_000

/** Called with the reason, for developers. */
type Props = { answered(token: string): void; failed(fault: string): void; cancel(): void }

/** The bot challenge, in a frame with its own CSP, because the dashboard itself loads nothing from elsewhere. */
export function Challenge({ answered, failed, cancel }: Props) {
  const { signIn: words, common } = useWords()
  const { language } = useLanguage()
  const theme = useTheme()
  const frame = useRef<HTMLIFrameElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each challenge; the other inputs do not change
  useEffect(() => {
    const looks = { theme: theme === 'system' ? 'auto' : theme, language }
    return frame.current ? listen(frame.current, looks, { answered, failed }) : undefined
  }, [])
  return (
    <section className="stack challenge" aria-label={words.checking}>
      <p>{words.checking}</p>
      <iframe ref={frame} src="/auth/challenge" title={words.checking} />
      <button type="button" className="quiet" onClick={cancel}>
        {common.cancel}
      </button>
    </section>
  )
}

type Looks = { theme: string; language: string }

/** Sends a port to the frame, and passes on its messages. @returns a function that stops this */
function listen(frame: HTMLIFrameElement, looks: Looks, { answered, failed }: Omit<Props, 'cancel'>): () => void {
  const { port1, port2 } = new MessageChannel()
  let timer = setTimeout(() => failed('the challenge was not loaded'), loading)
  port1.onmessage = ({ data }) => {
    if (typeof data.token === 'string') answered(data.token)
    else if (data.fault) failed(String(data.fault))
    else {
      clearTimeout(timer)
      timer = setTimeout(() => failed('the challenge was not answered'), thinking)
    }
  }
  // A page shown in its place, such as a browser's error page, receives nothing.
  const handOver = () => frame.contentWindow?.postMessage(looks, location.origin, [port2])
  frame.addEventListener('load', handOver, { once: true })
  return () => {
    clearTimeout(timer)
    port1.close()
    frame.removeEventListener('load', handOver)
  }
}
