/** @jsxImportSource preact */
import { useAppear } from './appear.ts'
import { useChat } from './chat-context.tsx'
import { Formatted } from './formatted.tsx'
import { Icon } from './icon.tsx'
import { isTaskPending } from './stage.ts'
import { activityWords, failureWords } from './state-words.ts'

/** The current state of the reply: its text so far, the activity, and a failure. */
export function AnswerNow() {
  const { stage, shown, state, words } = useChat()
  const { writing, failure, ended, entries } = state
  const now = isTaskPending(shown, state) ? '' : activityWords(state, words)
  const doing = useAppear(now !== '') ? now : ''
  const follows = entries.at(-1)?.role === 'agent'
  return (
    <>
      {/* Screen readers read it once, in the log, when it is complete. */}
      {writing && (
        <div class={`entry assistant still${follows ? '' : ' first'}`} aria-busy="true">
          {!follows && (
            <p class="author" dir="auto">
              {state.site.botName}
            </p>
          )}
          <div class="bubble">
            <Formatted text={writing} />
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
            <button type="button" class="chip" onClick={() => stage.talk.retry()}>
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
