import type { StartConversation } from '../../../../shared/conversation.ts'
import type { PatchLead } from '../../../../shared/lead.ts'
import { type Actor, createActor } from '../../../core/actor.ts'

/** Pages of the demo that visitors write from. */
export type Page = 'index' | 'hours' | 'workshop' | 'rental' | 'delivery' | 'returns' | 'payment' | 'contact' | 'faq'

/** A visitor's details, by the names of form fields. */
export type Person = { name: string; [field: string]: string }

/** An action. `after`: minutes since the previous one; a few seconds if omitted. */
export type Step = { after?: number } & (
  | { says: string }
  /** The visitor presses the button that asks for a person. */
  | { wants: string }
  /** The visitor fills in the form that offers a callback, or the one that asks for details. */
  | { fills: Person }
  | { rates: 'up' | 'down' }
  | { by: Colleague; does: 'takes' | 'closes' | 'hands back' | 'marks as spam' | 'dismisses the question' }
  | { by: Colleague; replies: string }
  | { by: Colleague; notes: string }
  | { by: Colleague; labels: string[] }
  | { by: Colleague; calls: 'done' | 'dismissed'; note: string }
  | { by: Colleague; contact: PatchLead }
  /** Creates a job of the chat, or changes the stage of the one that it has. */
  | { by: Colleague; job: { title: string; details?: string; value?: number } }
  | { by: Colleague; moves: 'on' | 'won' | 'lost'; because?: string }
)

/** A conversation of the demo's made-up history. */
export type Story = {
  page: Page
  /** The locale of the visitor's browser. */
  locale: string
  /** The visitor's details from before the chat. */
  who?: Person
  from?: Pick<NonNullable<StartConversation['context']>, 'referrer' | 'utm'>
  /** How many minutes ago it began; if omitted, some time in the last six weeks. */
  ago?: number
  steps: Step[]
}

const names = {
  priya: 'Priya Nair',
  jonah: 'Jonah Abbott',
  leila: 'Leila Haddad',
  hanna: 'Hanna Lind',
  mei: 'Mei Tan',
}

type Colleague = keyof typeof names

/** A member of the demo's team as a caller. They have no accounts, so nobody can sign in as one of them. */
export const actorOf = (colleague: Colleague): Actor =>
  createActor({
    kind: 'person',
    id: `${colleague}@wrenmouthcycles.example.com`,
    name: names[colleague],
    scopes: new Set(['conversations:write', 'leads:write', 'callbacks:write', 'settings:write', 'jobs:write']),
    role: 'member',
  })
