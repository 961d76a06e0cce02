/** @jsxImportSource preact */
import { useAppear } from './appear.ts'
import { Text } from './body.tsx'
import { useChat } from './chat-context.tsx'
import { focusInside } from './focus.ts'
import { Icon } from './icon.tsx'
import { isLed } from './stage.ts'
import { activityWords, failureWords } from './state-words.ts'

/** What whoever answers does now: the reply as far as it is written, the state in words, and why there is none. */
export function AnswerNow() {
  const { stage, shown, state, words } = useChat()
  const { writing, failure, ended, entries } = state
  const now = isLed(shown, state) ? '' : activityWords(state, words)
  const doing = useAppear(now !== '') ? now : ''
  const follows = entries.at(-1)?.role === 'agent'
  // The button goes with what it is for, and would leave the focus to the page.
  const retry = ({ currentTarget }: Event) => {
    focusInside(currentTarget as Element)
    stage.talk.retry()
  }
  return (
    <>
      {/* Screen readers hear it once, in the log, when it is whole. */}
      {writing && (
        <div class={`entry assistant still${follows ? '' : ' first'}`} aria-busy="true">
          {!follows && (
            <p class="author" dir="auto">
              {state.site.botName}
            </p>
          )}
          <div class="bubble">
            <Text text={writing} />
          </div>
        </div>
      )}
      <p class={writing ? 'hidden' : 'doing'} role="status">
        {doing && !writing && <Dots />}
        {doing}
      </p>
      {failure && (
        <div class="panel tone error" role="alert">
          <Icon name="alert" />
          <div class="grow">
            <p dir="auto">{failureWords(failure, words)}</p>
            <button type="button" class="chip" onClick={retry}>
              {words.retry}
            </button>
          </div>
        </div>
      )}
      {ended && entries.length > 0 && <p class="line">{words.ended}</p>}
    </>
  )
}

const Dots = () => (
  <span class="dots" aria-hidden="true">
    <i />
    <i />
    <i />
  </span>
)
