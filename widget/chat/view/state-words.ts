import type { TalkState } from '../talk.ts'
import type { Words } from '../words/en.ts'
import { fill } from '../words/words.ts'

/** The header's text about who answers. */
export function presenceWords({ online, failure, person, queue, site }: TalkState, words: Words): string {
  if (!online || failure === 'unreachable') return words.offlineShort
  if (person) return person.name ? fill(words.personHere, person) : words.teamHere
  if (queue) return words.waiting
  return site.live ? words.liveStatus : words.answersAtOnce
}

/** Why there is no reply: the chat's own text if it knows the reason, otherwise the server's. */
export function failureWords(failure: NonNullable<TalkState['failure']>, words: Words): string {
  if (failure === 'failed') return words.notAnswered
  const isKnown = ['unreachable', 'tooFast', 'refused', 'challenge'].includes(failure)
  return isKnown ? words[failure as 'unreachable' | 'tooFast' | 'refused' | 'challenge'] : failure
}

/** The current activity of the assistant or person; empty if there is none. */
export function activityWords({ activity, person, place }: TalkState, words: Words): string {
  if (activity === 'looking' && place > 0) return fill(place === 1 ? words.nextReply : words.placeOfReply, { place })
  if (activity === 'looking') return words.looking
  if (activity === 'writing') return words.writing
  if (activity !== 'typing') return ''
  return person?.name ? fill(words.personWrites, person) : words.teamWrites
}
