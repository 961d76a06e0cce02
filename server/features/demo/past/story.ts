import type { StartConversation } from '../../../../shared/conversation.ts'
import type { PatchLead } from '../../../../shared/lead.ts'
import type { Colleague } from './colleagues.ts'

/** Pages of the demo that visitors write from. */
export type Page = 'index' | 'hours' | 'workshop' | 'rental' | 'delivery' | 'returns' | 'payment' | 'contact' | 'faq'

/** What somebody says of themselves, by the names of a form's fields. */
export type Person = { name: string; [field: string]: string }

/** One thing that somebody does; `after` it: how many minutes after what was before, a moment where it is left out. */
export type Step = { after?: number } & (
  | { says: string }
  /** The visitor presses the button that asks for a person. */
  | { wants: string }
  /** The visitor answers the form that offers a call, or the one that asks for their details. */
  | { fills: Person }
  | { rates: 'up' | 'down' }
  | { by: Colleague; does: 'takes' | 'closes' | 'hands back' | 'marks as spam' | 'dismisses the question' }
  | { by: Colleague; replies: string }
  | { by: Colleague; notes: string }
  | { by: Colleague; labels: string[] }
  | { by: Colleague; calls: 'done' | 'dismissed'; note: string }
  | { by: Colleague; contact: PatchLead }
)

/** A conversation of the demo's invented past. */
export type Story = {
  page: Page
  /** Of the visitor's browser. */
  locale: string
  /** What the visitor said of themselves before the chat. */
  who?: Person
  from?: Pick<NonNullable<StartConversation['context']>, 'referrer' | 'utm'>
  /** How many minutes ago it began; where left out, some time of the last six weeks. */
  ago?: number
  steps: Step[]
}
