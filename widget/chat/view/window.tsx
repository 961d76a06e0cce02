/** @jsxImportSource preact */
import { useLayoutEffect, useReducer, useRef } from 'preact/hooks'
import type { Words } from '../words/en.ts'
import { fill } from '../words/words.ts'
import { useSteps } from './appear.ts'
import { ChatProvider } from './chat-context.tsx'
import { Composer } from './composer.tsx'
import { Conversation } from './conversation.tsx'
import { keepFocusInside } from './focus.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Home } from './home.tsx'
import { Later } from './later.tsx'
import type { Stage } from './stage.ts'

type Props = { stage: Stage; words: Words; language: string; isModal: () => boolean }

/** The chat's window: drawn anew with whatever changes in the talk or on the stage. */
export function ChatWindow({ stage, words, language, isModal }: Props) {
  useChanges(stage)
  const drawn = useSteps(6)
  const root = useRef<HTMLDivElement>(null)
  const { shown, mounting, talk } = stage
  const { state } = talk
  const { fill: fills } = mounting
  const onKeyDown = (event: KeyboardEvent) => {
    keep(event)
    if (event.key === 'Escape' && !event.isComposing) stage.close()
    if (event.key === 'Tab' && isModal()) keepFocusInside(root.current!, event)
  }
  const meaning = {
    ...(fills ? { role: 'region' as const } : { role: 'dialog' as const, 'aria-modal': isModal() || undefined }),
    'aria-label': fill(words.chatWith, { name: state.site.botName }),
    onClick: sendForm,
    onKeyDown,
    onKeyUp: keep,
    onKeyPress: keep,
  }
  return (
    <ChatProvider value={{ stage, shown, state, words, language }}>
      <div
        ref={root}
        class={`window${fills ? ' fills' : ''} ${mounting.site.position}`}
        {...meaning}
        tabIndex={-1}
        hidden={!shown.open}
      >
        {/* From the edges inwards: what is drawn moves nothing that was there before. */}
        {drawn > 1 && <Header />}
        {!state.online && (
          <p class="bar" role="status">
            {words.offline}
          </p>
        )}
        <div class="middle">
          {drawn > 4 && <Home />}
          {drawn > 5 && <Conversation />}
        </div>
        {state.queue && <Later part="QueueBar" />}
        {drawn > 3 && <Composer />}
        {drawn > 2 && <Footer />}
        {shown.asksErase && <Later part="EraseDialog" />}
      </div>
    </ChatProvider>
  )
}

function useChanges(stage: Stage) {
  const [, draw] = useReducer((count: number) => count + 1, 0)
  useLayoutEffect(() => {
    const leaves = [stage.subscribe(() => draw(0)), stage.talk.subscribe(() => draw(0))]
    return () => {
      for (const leave of leaves) leave()
    }
  }, [stage])
}

/** A frame in a sandbox lets the browser send no form, nor tell that one is to be sent: its button does. */
function sendForm(event: Event) {
  const form = (event.target as Element).closest<HTMLButtonElement>('[type="submit"]')?.form
  if (!form) return
  event.preventDefault()
  form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
}

/** The page hears nothing of what is typed here: its own shortcuts would take it for theirs. */
const keep = (event: Event) => event.stopPropagation()
