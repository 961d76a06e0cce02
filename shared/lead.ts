import { z } from 'zod'
import { Email } from './address.ts'
import { Attributes, AttributesPatch, isShortName, keysWithin, shortNameRule, shortTexts } from './attribute.ts'
import { ContactTag } from './contact-tag.ts'
import { rule } from './fault.ts'
import { Milliseconds, Page, periodOf, wholeNumber } from './page.ts'
import { exact, line, text } from './text.ts'

export const LeadStatus = z.enum(['new', 'contacted', 'qualified', 'won', 'lost'])
export type LeadStatus = z.infer<typeof LeadStatus>

export const LeadSource = z.enum(['form', 'api', 'chat', 'ai']).describe('How the contact was captured.')
export type LeadSource = z.infer<typeof LeadSource>

/** Contact fields and their limits. Two leads with the same email are the same contact. */
export const contactFields = {
  name: line(200),
  email: Email,
  phone: line(40),
  company: line(200),
  address: text(500),
}
export const isContactField = (name: string): name is keyof typeof contactFields => Object.hasOwn(contactFields, name)

const details = {
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  company: z.string().nullable(),
  address: z.string().nullable(),
  fields: z.string().nullable().describe('A JSON object as text, with the answers to custom form fields.'),
  attributes: z.record(z.string(), z.string()),
  tags: z.array(ContactTag),
  source: LeadSource,
  status: LeadStatus,
  notes: z.string().nullable(),
}
const id = z.string().describe('Begins with `lead_`.')

/** A contact with the field names of lists and events. */
export const Lead = z
  .object({
    id,
    site: z.string(),
    conversationId: z.string().nullable(),
    ...details,
    createdAt: Milliseconds,
    updatedAt: Milliseconds,
  })
  .meta({ id: 'Lead', description: 'A contact. Emails are unique per site.' })
export type Lead = z.infer<typeof Lead>

export const LeadListItem = Lead.extend({
  conversations: z.int().describe('Number of conversations.'),
  lastConversationId: z.string().nullable(),
  openCallbacks: z.int(),
}).meta({ id: 'LeadListItem' })
export type LeadListItem = z.infer<typeof LeadListItem>

/** A contact with the field names of single-record responses. */
export const LeadSingle = z
  .object({
    id,
    site_id: z.string(),
    conversation_id: z.string().nullable(),
    ...details,
    created_at: Milliseconds,
    updated_at: Milliseconds,
  })
  .meta({ id: 'LeadSingle', description: 'A single contact.' })
export type LeadSingle = z.infer<typeof LeadSingle>

export const NewLead = z
  .object({
    name: contactFields.name.optional(),
    email: Email.optional(),
    phone: contactFields.phone.optional(),
    company: contactFields.company.optional(),
    address: contactFields.address.optional(),
    attributes: Attributes.optional(),
    fields: shortTexts(20).optional().describe('Other details by name.'),
    status: LeadStatus.default('new'),
    notes: text(5000).optional(),
  })
  .refine((lead) => Boolean(lead.name || lead.email || lead.phone), {
    ...rule('contact_empty', 'Name, email or phone is required.'),
    path: ['email'],
  })
  .meta({ id: 'NewLead' })
export type NewLead = z.infer<typeof NewLead>

export const maxLeadFields = 20

/** A text that null or an empty string clears. */
const clearable = (schema: z.ZodType<string>) => schema.nullable().optional()
const tagRefs = z.array(line(64, 1)).max(100)

export const PatchLead = z
  .object({
    name: clearable(contactFields.name).describe('Null or an empty string clears any of these six fields.'),
    email: clearable(z.union([Email, z.literal('')])),
    phone: clearable(contactFields.phone),
    company: clearable(contactFields.company),
    address: clearable(contactFields.address),
    notes: clearable(text(5000)),
    status: LeadStatus.optional(),
    attributes: AttributesPatch.optional(),
    fields: z
      .record(z.string(), exact(1000).nullable())
      .check(keysWithin(maxLeadFields, isShortName, shortNameRule))
      .optional()
      .describe('Values to set. Null removes a value; other names are unchanged.'),
    tags: tagRefs.optional().describe('Ids or names. Replaces all tags before `addTags` and `removeTags` apply.'),
    addTags: tagRefs.optional(),
    removeTags: tagRefs.optional(),
  })
  .meta({ id: 'PatchLead' })
export type PatchLead = z.infer<typeof PatchLead>

/** The contact filters shared by lists, counts and exports. */
export const LeadFilter = z.object({
  q: line(200)
    .optional()
    .describe(
      'Words in name, email, phone, company, notes or attributes. A full email is always found, however many contacts there are.',
    ),
  status: LeadStatus.optional(),
  tag: line(64, 1)
    .refine((tag) => /^(untagged|ctag_\w+)$/.test(tag), 'Must be the id of a contact tag (ctag_…) or `untagged`.')
    .optional()
    .describe('Id of a tag, or `untagged`. A deleted tag matches nothing, so that saved links keep working.'),
  ...periodOf('Created'),
})
export type LeadFilter = z.infer<typeof LeadFilter>

export const LeadsQuery = LeadFilter.extend({
  before: exact(200, 1).optional().describe('`next` from the previous page.'),
  limit: wholeNumber(1, 500).default(500),
})
export type LeadsQuery = z.infer<typeof LeadsQuery>

export const LeadList = Page(LeadListItem)
  .extend({
    counts: z.record(LeadStatus, z.int()).describe('Counts for all statuses, with the other filters applied.'),
  })
  .meta({ id: 'LeadList' })
export type LeadList = z.infer<typeof LeadList>

/** Maximum number of contacts changed by one request. */
export const maxBatch = 500

export const ChangeLeads = PatchLead.pick({ status: true, addTags: true, removeTags: true })
  .extend({
    ids: z.array(exact(64, 1)).min(1).max(maxBatch),
    delete: z.boolean().default(false).describe('Deletes the contacts. Cannot be combined with other changes.'),
  })
  .refine((change) => change.delete !== Boolean(change.status || change.addTags || change.removeTags), {
    error: 'Send changes or `delete`.',
    path: ['delete'],
  })
  .meta({ id: 'ChangeLeads' })
export type ChangeLeads = z.infer<typeof ChangeLeads>

export const LeadsChanged = z
  .object({
    done: z.array(z.object({ id: z.string() })).describe('Contacts that now have the requested state.'),
    failed: z
      .array(z.object({ id: z.string(), code: z.string(), message: z.string() }))
      .describe('Contacts that were not changed, each with the reason.'),
  })
  .meta({ id: 'LeadsChanged' })
export type LeadsChanged = z.infer<typeof LeadsChanged>
