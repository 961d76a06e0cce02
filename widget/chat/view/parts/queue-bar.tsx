/** @jsxImportSource preact */
import type { TalkState } from '../../talk.ts'
import type { AllWords } from '../../words/later/all-words.ts'
import { fill } from '../../words/words.ts'
import { usePartChat } from '../chat-context.tsx'
import { MoreIcon } from './more-icon.tsx'

/** The visitor's place in the queue, and a button to leave it. */
export function QueueBar() {
  const { stage, state, words } = usePartChat()
  return (
    <div class="bar">
      <MoreIcon name="clock" />
      <span role="status">{state.queue && queueWords(state.queue, words)}</span>
      <button type="button" class="quiet" onClick={() => void stage.talk.leave()}>
        {words.leaveQueue}
      </button>
    </div>
  )
}

/** The place in the queue, and the estimated wait. */
export function queueWords({ place, minutes }: NonNullable<TalkState['queue']>, words: AllWords): string {
  if (place < 1) return words.waiting
  if (place === 1) return words.next
  const position = place === 2 ? words.personBefore : fill(words.peopleBefore, { count: place - 1 })
  if (!minutes) return position
  return fill(minutes === 1 ? words.aboutMinute : words.aboutMinutes, { place: position, count: minutes })
}
