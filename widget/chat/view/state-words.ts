import type { TalkState } from '../talk.ts'
import type { Words } from '../words/en.ts'
import { fill } from '../words/words.ts'

/** What the header says of whoever answers. */
export function presenceWords({ online, person, queue, site }: TalkState, words: Words): string {
  if (!online) return words.offlineShort
  if (person) return person.name ? fill(words.personHere, person) : words.teamHere
  if (queue) return words.waiting
  return site.live ? words.liveStatus : words.answersAtOnce
}

/** Why there is no answer: in the chat's words where it knows the reason, else in the server's. */
export function failureWords(failure: NonNullable<TalkState['failure']>, words: Words): string {
  if (failure === 'failed') return words.notAnswered
  const isKnown = ['unreachable', 'tooFast', 'refused', 'challenge'].includes(failure)
  return isKnown ? words[failure as 'unreachable' | 'tooFast' | 'refused' | 'challenge'] : failure
}

/** What whoever answers does at this moment; empty when nothing. */
export function activityWords({ activity, person }: TalkState, words: Words): string {
  if (activity === 'looking') return words.looking
  if (activity === 'writing') return words.writing
  if (activity !== 'typing') return ''
  return person?.name ? fill(words.personWrites, person) : words.teamWrites
}
