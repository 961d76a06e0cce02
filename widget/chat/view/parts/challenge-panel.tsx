/** @jsxImportSource preact */
import { useEffect, useRef } from 'preact/hooks'
import { usePartChat } from '../chat-context.tsx'
import type { Challenge } from '../stage.ts'

/** Time limits for loading the frame, and then for completing the challenge, in milliseconds. */
const loading = 20_000
const thinking = 300_000

/**
 * The bot challenge in a frame of the server, because Turnstile does not work in a shadow root, and so that the page's
 * CSP needs no exception for it.
 */
export function ChallengePanel({ challenge }: { challenge: Challenge }) {
  const { stage, words, language } = usePartChat()
  const { api, site, theme, debug } = stage.mounting
  const frame = useRef<HTMLIFrameElement>(null)
  const address = new URL(`${api}/chat/challenge?site=${encodeURIComponent(site.id)}`, location.href)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each challenge; what else it goes by stays the same
  useEffect(() => {
    const options = { answer: challenge.answer, fail, theme, language }
    function fail(fault: string) {
      debug('challenge', fault)
      challenge.fail(fault)
    }
    return listen(frame.current!, address.origin, options)
  }, [challenge])
  return (
    <div class="panel challenge">
      <p class="heading">{words.checking}</p>
      <iframe ref={frame} src={address.href} title={words.checking} />
      <button type="button" class="quiet" onClick={() => challenge.fail('cancelled')}>
        {words.cancel}
      </button>
    </div>
  )
}

type Told = Challenge & { theme: string; language: string }

/** Connects the frame with a port and handles its messages. @returns a function that stops this */
function listen(frame: HTMLIFrameElement, origin: string, { answer, fail, ...looks }: Told): () => void {
  let timer = setTimeout(() => fail('the challenge was not loaded'), loading)
  frame.onload = () => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => {
      if (typeof data.token === 'string') answer(data.token)
      else if (data.fault) fail(String(data.fault))
      else {
        clearTimeout(timer)
        timer = setTimeout(() => fail('the challenge was not answered'), thinking)
      }
    }
    // A page in its place, such as the error page of a blocking browser, does not receive it.
    frame.contentWindow?.postMessage(looks, origin, [port2])
  }
  return () => clearTimeout(timer)
}
