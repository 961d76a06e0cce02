/** @jsxImportSource preact */
import { useEffect, useRef } from 'preact/hooks'
import { fill } from '../words/words.ts'
import { useChat } from './chat-context.tsx'
import { focusInside } from './focus.ts'
import { Icon } from './icon.tsx'
import { asksFirst } from './stage.ts'

/** So many characters before the end it is said how many are left. */
const nearEnd = 100

/** The box in which the visitor writes. Enter sends, Shift and Enter begin a new line; while a reply is written, stop stands where send was. */
export function Composer() {
  const { stage, state, shown, words } = useChat()
  const { talk } = stage
  const box = useRef<HTMLTextAreaElement>(null)
  const text = state.draft
  const left = state.site.maxMessageLength - [...text.trim()].length
  const isAnswering = state.activity === 'looking' || state.activity === 'writing'
  const send = (event: Event) => {
    event.preventDefault()
    const message = text.trim()
    if (!message || left < 0 || isAnswering) return box.current?.focus()
    stage.begin(() => {
      talk.setDraft('')
      talk.send(message)
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) send(event)
  }
  const onInput = () => {
    talk.setDraft(box.current!.value)
    talk.typed()
  }
  useFocus(box)
  if (shown.screen === 'chat' && (shown.task || asksFirst(state))) return null
  return (
    <form class="composer" onSubmit={send}>
      <div class="box" data-text={`${text} `}>
        <textarea
          ref={box}
          rows={1}
          dir="auto"
          enterkeyhint="send"
          aria-label={words.message}
          placeholder={words.placeholder}
          aria-invalid={left < 0}
          value={text}
          onInput={onInput}
          onKeyDown={onKeyDown}
        />
      </div>
      <SendOrStop isAnswering={isAnswering} canSend={text.trim() !== '' && left >= 0} />
      <p class="count" role="status">
        {left < nearEnd && fill(left < 0 ? words.charactersOver : words.charactersLeft, { count: Math.abs(left) })}
      </p>
    </form>
  )
}

/** While a reply is written, stop stands where send was. */
function SendOrStop({ isAnswering, canSend }: { isAnswering: boolean; canSend: boolean }) {
  const { stage, words } = useChat()
  const label = isAnswering ? words.stop : words.send
  return (
    <button
      // Of its own each, so that who presses twice does not stop what was just sent.
      key={label}
      type={isAnswering ? 'button' : 'submit'}
      class="round"
      aria-label={label}
      title={label}
      disabled={!isAnswering && !canSend}
      onClick={() => isAnswering && stage.talk.stop()}
    >
      <Icon name={isAnswering ? 'stop' : 'send'} />
    </button>
  )
}

/** Whoever opens the window writes at once, and whoever pressed what is then gone writes on. */
function useFocus(box: { current: HTMLElement | null }) {
  const { shown, state } = useChat()
  const said = state.entries.findLast(({ role }) => role === 'user')?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks again once something was said, or another screen is shown
  useEffect(() => {
    const field = box.current
    const window = field?.closest<HTMLElement>('.window')
    if (!shown.open || !field || !window) return
    const at = (field.getRootNode() as ShadowRoot).activeElement
    // What was just hidden has the focus until the next frame, and would leave it to the page.
    if (!window.contains(at) || !at?.checkVisibility({ visibilityProperty: true })) focusInside(window)
  }, [box, shown.open, shown.screen, said])
}
