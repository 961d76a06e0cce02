/** @jsxImportSource preact */
import { useEffect, useRef } from 'preact/hooks'
import { isComposing } from '../../../shared/composing.ts'
import type { TalkState } from '../talk.ts'
import { fill } from '../words/words.ts'
import { useChat } from './chat-context.tsx'
import { focusInside } from './focus.ts'
import { Icon } from './icon.tsx'
import { Later } from './later.ts'
import { asksFirst } from './stage.ts'

/** The number of remaining characters is shown from here on. */
const nearEnd = 100

/** The message box. Enter sends, Shift+Enter adds a line. While a reply is written, the send button becomes stop. */
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
    if (event.key === 'Enter' && !event.shiftKey && !isComposing(event)) send(event)
  }
  const onInput = () => {
    talk.setDraft(box.current!.value)
    talk.typed()
  }
  useFocus(box)
  if (shown.screen === 'chat' && ((shown.task && shown.task.kind !== 'booking') || asksFirst(state))) return null
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
      {acceptsFiles(state) && <Later part="Attach" />}
      <SendOrStop isAnswering={isAnswering} canSend={text.trim() !== '' && left >= 0} />
      <p class="count" role="status">
        {left < nearEnd && fill(left < 0 ? words.charactersOver : words.charactersLeft, { count: Math.abs(left) })}
      </p>
    </form>
  )
}

/** Whether the site accepts a file in this state of the chat. */
function acceptsFiles({ site, conversation, ended, person, queue }: TalkState): boolean {
  if (conversation === null || ended) return false
  return site.files?.when === 'always' || (site.files?.when === 'live' && (person ?? queue) !== null)
}

/** While a reply is written, the send button becomes stop. */
function SendOrStop({ isAnswering, canSend }: { isAnswering: boolean; canSend: boolean }) {
  const { stage, words } = useChat()
  const label = isAnswering ? words.stop : words.send
  return (
    <button
      // Separate elements, so that a double click does not stop what was just sent.
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

/** Focuses the box when the window opens, and when the focused element is hidden. */
function useFocus(box: { current: HTMLElement | null }) {
  const { shown } = useChat()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks again when another screen is shown
  useEffect(() => {
    const field = box.current
    const window = field?.closest<HTMLElement>('.window')
    if (!shown.open || shown.beside || !field || !window) return
    const at = (field.getRootNode() as ShadowRoot).activeElement
    // A hidden element keeps the focus until the next frame, and would leave it to the page.
    if (!window.contains(at) || !at?.checkVisibility({ visibilityProperty: true })) focusInside(window)
  }, [box, shown.open, shown.screen])
}
