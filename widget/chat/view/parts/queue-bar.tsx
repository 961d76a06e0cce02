/** @jsxImportSource preact */
import type { TalkState } from '../../talk.ts'
import type { Words } from '../../words/en.ts'
import { fill } from '../../words/words.ts'
import { useChat } from '../chat-context.tsx'
import { MoreIcon } from './more-icon.tsx'

/** Where the visitor waits for a person. */
export function QueueBar() {
  const { state, words } = useChat()
  return (
    <p class="bar" role="status">
      <MoreIcon name="clock" />
      {state.queue && queueWords(state.queue, words)}
    </p>
  )
}

/** The place in the queue, and about how long it takes. */
export function queueWords({ place, minutes }: NonNullable<TalkState['queue']>, words: Words): string {
  if (place < 1) return words.waiting
  if (place === 1) return words.next
  const said = place === 2 ? words.personBefore : fill(words.peopleBefore, { count: place - 1 })
  if (!minutes) return said
  return fill(minutes === 1 ? words.aboutMinute : words.aboutMinutes, { place: said, count: minutes })
}
