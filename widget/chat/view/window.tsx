/** @jsxImportSource preact */
import { useLayoutEffect, useReducer, useRef } from 'preact/hooks'
import { isComposing } from '../../../shared/composing.ts'
import type { Words } from '../words/en.ts'
import { fill, type Language } from '../words/words.ts'
import { useSteps } from './appear.ts'
import { ChatProvider } from './chat-context.tsx'
import { Composer } from './composer.tsx'
import { Conversation } from './conversation.tsx'
import { keepFocus } from './focus.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Home } from './home.tsx'
import { Later } from './later.ts'
import type { Stage } from './stage.ts'

type Props = { stage: Stage; words: Words; language: Language; isModal: () => boolean }

/** The chat window. Rendered again with every change of the talk or stage. */
export function ChatWindow({ stage, words, language, isModal }: Props) {
  useChanges(stage)
  const drawn = useSteps(6)
  const root = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => keepFocus(root.current!), [])
  const { shown, mounting, talk } = stage
  const { state } = talk
  const { fill: fills } = mounting
  const onKeyDown = (event: KeyboardEvent) => {
    keep(event)
    if (event.key === 'Escape' && !isComposing(event)) stage.close()
    if (event.key === 'Tab' && isModal()) stage.trapFocus(root.current!, event)
  }
  const onClick = (event: Event) => {
    sendForm(event)
    const link = (event.target as Element).closest('a')
    use(Boolean(link?.href.startsWith('http') && !link.target))
  }
  /** A link to a page of the site leaves the window beside that page; anything else means that it is used. */
  const use = (beside: boolean) => shown.beside !== beside && stage.change({ beside })
  const meaning = {
    ...(fills ? { role: 'region' as const } : { role: 'dialog' as const, 'aria-modal': isModal() || undefined }),
    'aria-label': fill(words.chatWith, { name: state.site.botName }),
    onClick,
    onFocusIn: () => use(false),
    onKeyDown,
    onKeyUp: keep,
    onKeyPress: keep,
  }
  return (
    <ChatProvider value={{ stage, shown, state, words, language }}>
      <div
        ref={root}
        class={`window${fills ? ' fills' : ''}${shown.beside ? ' half' : ''} ${mounting.site.position}`}
        {...meaning}
        tabIndex={-1}
        hidden={!shown.open}
      >
        {/* Rendered from the edges inwards, so that nothing visible moves. */}
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
        {shown.asks === 'email' && <Later part="EmailDialog" />}
        {shown.asks && shown.asks !== 'email' && <Later part="ConfirmDialog" about={shown.asks} />}
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

/** In a sandboxed frame, browsers do not submit forms or fire submit events, so the button handles it. */
function sendForm(event: Event) {
  const form = (event.target as Element).closest<HTMLButtonElement>('[type="submit"]')?.form
  if (!form) return
  event.preventDefault()
  form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
}

/** Stops key events, so that the page's shortcuts do not react to typing. */
const keep = (event: Event) => event.stopPropagation()
