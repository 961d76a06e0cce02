import { z } from 'zod'
import { Callback } from './callback.ts'
import { Channel, ConversationListItem } from './conversation.ts'
import { EmailRefusal } from './email.ts'
import { LeadSingle } from './lead.ts'
import { Note } from './note.ts'

export const LeadConversation = ConversationListItem.pick({
  id: true,
  startedAt: true,
  lastAt: true,
  pageUrl: true,
  firstMessage: true,
  messageCount: true,
  summary: true,
  intent: true,
  status: true,
  assignedTo: true,
  assignedName: true,
  labels: true,
  attributes: true,
})
  .extend({
    channel: Channel,
    leadVerified: z.boolean().describe('If false, the visitor of this chat only typed the email of the contact.'),
  })
  .meta({ id: 'LeadConversation' })
export type LeadConversation = z.infer<typeof LeadConversation>

export const LeadDetail = LeadSingle.extend({
  conversations: z.array(LeadConversation),
  teamNotes: z.array(Note),
  callbacks: z.array(Callback),
  emailRefusal: EmailRefusal.nullable().describe('Why the contact gets no emails from this site. Null if it does.'),
}).meta({ id: 'LeadDetail' })
export type LeadDetail = z.infer<typeof LeadDetail>
