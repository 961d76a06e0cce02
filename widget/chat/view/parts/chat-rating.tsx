/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import { usePartChat } from '../chat-context.tsx'
import { Icon } from '../icon.tsx'

const maxComment = 1000

/** Asks how the chat with the team was. The rating is stored when it is pressed; a comment may follow. */
export function ChatRating() {
  const { stage, state, words } = usePartChat()
  const { rating } = state
  const [isDone, setDone] = useState(false)
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    const comment = form.querySelector('textarea')!.value.trim()
    if (comment && rating && rating !== 'open') stage.talk.rateChat(rating, comment)
    setDone(true)
  }
  const button = (value: 'good' | 'bad') => (
    <button
      type="button"
      class={`chip${value === 'bad' ? ' against' : ''}${rating === value ? ' chosen' : ''}`}
      aria-pressed={rating === value}
      onClick={() => stage.talk.rateChat(value)}
    >
      <Icon name="up" />
      {words[value]}
    </button>
  )
  return (
    <form class="panel fields chat-rating" aria-label={words.rateAsk} onSubmit={send}>
      <p class="heading" role="status">
        {rating === 'open' ? words.rateAsk : words.rateThanks}
      </p>
      {!isDone && (
        <div class="chips">
          {button('good')}
          {button('bad')}
        </div>
      )}
      {!isDone && rating !== 'open' && (
        <>
          <div class="field">
            <textarea
              rows={2}
              maxLength={maxComment}
              dir="auto"
              aria-label={words.rateComment}
              placeholder={words.rateComment}
            />
          </div>
          <div class="buttons">
            <button type="submit" class="primary">
              {words.submit}
            </button>
          </div>
        </>
      )}
    </form>
  )
}
