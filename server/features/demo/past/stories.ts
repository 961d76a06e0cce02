import { answered } from './answered.ts'
import { callbacks } from './callbacks.ts'
import { handedOver } from './handed-over.ts'
import { recent } from './recent.ts'
import type { Story } from './story.ts'
import { unanswered } from './unanswered.ts'

/** All that happened at the demo before somebody looked at it for the first time. */
export const stories: Story[] = [...answered, ...unanswered, ...handedOver, ...callbacks, ...recent]
