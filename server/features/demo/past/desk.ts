import type { NewAttributeDefinition } from '../../../../shared/attribute-definition.ts'
import type { NewCannedReply } from '../../../../shared/canned-reply.ts'
import type { NewContactTag } from '../../../../shared/contact-tag.ts'
import type { SetUpPipeline } from '../../../../shared/job.ts'
import type { NewLabel } from '../../../../shared/label.ts'

export const labels: NewLabel[] = [
  { name: 'Repair', color: '#14b8a6', description: 'About a repair, a service or its price.', ai: true },
  { name: 'Rental', color: '#3b82f6', description: 'About renting a bike, alone or as a group.', ai: true },
  { name: 'Order', color: '#a855f7', description: 'About an order, its delivery or a return.', ai: true },
  { name: 'Complaint', color: '#ef4444', description: 'The visitor is unhappy with what we did.', ai: true },
  { name: 'Check again', color: '#eab308', description: 'Somebody looks at it once more.', ai: false },
]

export const tags: NewContactTag[] = [
  { name: 'Regular', color: '#22c55e' },
  { name: 'Group booking', color: '#3b82f6' },
  { name: 'Company', color: '#6366f1' },
  { name: 'Speaks German', color: '#f97316' },
]

export const cannedReplies: NewCannedReply[] = [
  {
    shortcut: 'hello',
    title: 'Greeting',
    text: 'Hello {{visitor.firstName}}, this is {{agent.name}} of {{site.name}}. One moment, I am looking into it.',
  },
  {
    shortcut: 'service',
    title: 'Booking a service',
    text: 'A basic service is £49, a full one £89. Which day would suit you? You may leave the bike with us from 8:00.',
  },
  {
    shortcut: 'deposit',
    title: 'Deposit of a rental',
    text: 'The deposit is held on your card when you collect the bike, and released within five working days.',
  },
  {
    shortcut: 'abholen',
    title: 'Fahrrad abholen (German)',
    text: 'Guten Tag {{visitor.name}}, Ihr Fahrrad ist fertig. Sie können es bis Ladenschluss abholen.',
  },
]

export const definitions: NewAttributeDefinition[] = [
  {
    entity: 'contact',
    key: 'bike',
    label: 'Bike',
    type: 'choice',
    options: ['City', 'Touring', 'Gravel', 'E-bike', 'Cargo', 'Child'],
    description: 'What they ride.',
  },
  {
    entity: 'contact',
    key: 'party',
    label: 'People',
    type: 'number',
    options: [],
    description: 'How many come along to a group rental.',
  },
  {
    entity: 'conversation',
    key: 'ticket',
    label: 'Workshop ticket',
    type: 'text',
    options: [],
    description: 'The number on the ticket at the handlebar.',
  },
]

/** The workshop's pipeline, unless somebody set up another one. */
export const pipeline: SetUpPipeline = { template: 'service', currency: 'GBP' }
