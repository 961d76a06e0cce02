import { z } from 'zod'
import { Email } from './address.ts'
import { Attributes, AttributesPatch, isShortName, keysWithin, shortNameRule, shortTexts } from './attribute.ts'
import { ContactTag } from './contact-tag.ts'
import { rule } from './fault.ts'
import { Milliseconds, Page, periodOf, wholeNumber } from './page.ts'
import { exact, line, text } from './text.ts'

export const LeadStatus = z.enum(['new', 'contacted', 'qualified', 'won', 'lost'])
export type LeadStatus = z.infer<typeof LeadStatus>

export const LeadSource = z.enum(['form', 'api', 'chat', 'ai']).describe('How the details arrived.')
export type LeadSource = z.infer<typeof LeadSource>

/** What a person may be reached by, with the limits of each. Email is what makes two leads the same. */
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
  fields: z.string().nullable().describe('JSON text: an object with the answers of custom form fields.'),
  attributes: z.record(z.string(), z.string()),
  tags: z.array(ContactTag),
  source: LeadSource,
  status: LeadStatus,
  notes: z.string().nullable(),
}
const id = z.string().describe('Begins with `lead_`.')

/** A contact as lists and events name its fields. */
export const Lead = z
  .object({
    id,
    site: z.string(),
    conversationId: z.string().nullable(),
    ...details,
    createdAt: Milliseconds,
    updatedAt: Milliseconds,
  })
  .meta({ id: 'Lead', description: 'A contact. Within a site no two have the same email.' })
export type Lead = z.infer<typeof Lead>

export const LeadListItem = Lead.extend({
  conversations: z.int().describe('How many there are.'),
  lastConversationId: z.string().nullable(),
  openCallbacks: z.int(),
}).meta({ id: 'LeadListItem' })
export type LeadListItem = z.infer<typeof LeadListItem>

/** A contact as answers about one record name its fields. */
export const LeadSingle = z
  .object({
    id,
    site_id: z.string(),
    conversation_id: z.string().nullable(),
    ...details,
    created_at: Milliseconds,
    updated_at: Milliseconds,
  })
  .meta({ id: 'LeadSingle', description: 'A contact, as one record.' })
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
    ...rule('contact_empty', 'At least one of name, email and phone is needed.'),
    path: ['email'],
  })
  .meta({ id: 'NewLead' })
export type NewLead = z.infer<typeof NewLead>

export const mostLeadFields = 20

/** A text that null or nothing in it clears. */
const clearable = (schema: z.ZodType<string>) => schema.nullable().optional()
const tagRefs = z.array(line(64, 1)).max(100)

export const PatchLead = z
  .object({
    name: clearable(contactFields.name).describe('Of each of these six, null or an empty text clears it.'),
    email: clearable(z.union([Email, z.literal('')])),
    phone: clearable(contactFields.phone),
    company: clearable(contactFields.company),
    address: clearable(contactFields.address),
    notes: clearable(text(5000)),
    status: LeadStatus.optional(),
    attributes: AttributesPatch.optional(),
    fields: z
      .record(z.string(), exact(1000).nullable())
      .check(keysWithin(mostLeadFields, isShortName, shortNameRule))
      .optional()
      .describe('Values to set; null removes one. Names that are left out stay.'),
    tags: tagRefs.optional().describe('Ids or names: replaces all tags, before the other two.'),
    addTags: tagRefs.optional(),
    removeTags: tagRefs.optional(),
  })
  .meta({ id: 'PatchLead' })
export type PatchLead = z.infer<typeof PatchLead>

/** Which contacts: what lists, counts and exports share. */
export const LeadFilter = z.object({
  q: line(200)
    .optional()
    .describe(
      'Words in name, email, phone, company, notes or attributes. A whole email is found however many there are.',
    ),
  status: LeadStatus.optional(),
  tag: line(64, 1)
    .refine((tag) => /^(untagged|ctag_\w+)$/.test(tag), 'Must be the id of a contact tag (ctag_…) or untagged.')
    .optional()
    .describe(
      'The id of a tag, or `untagged`. A tag that was deleted matches nothing, so that saved links still work.',
    ),
  ...periodOf('Was made'),
})
export type LeadFilter = z.infer<typeof LeadFilter>

export const LeadsQuery = LeadFilter.extend({
  before: exact(200, 1).optional().describe('The `next` of the page before.'),
  limit: wholeNumber(1, 500).default(500),
})
export type LeadsQuery = z.infer<typeof LeadsQuery>

export const LeadList = Page(LeadListItem)
  .extend({ counts: z.record(LeadStatus, z.int()).describe('Over all statuses, of what else was asked for.') })
  .meta({ id: 'LeadList' })
export type LeadList = z.infer<typeof LeadList>

/** As many contacts as one request changes. */
export const mostAtOnce = 500

export const ChangeLeads = PatchLead.pick({ status: true, addTags: true, removeTags: true })
  .extend({
    ids: z.array(exact(64, 1)).min(1).max(mostAtOnce),
    delete: z.boolean().default(false).describe('Deletes them; then nothing else may be asked for.'),
  })
  .refine((change) => change.delete !== Boolean(change.status || change.addTags || change.removeTags), {
    error: 'Name what is to change, or delete alone.',
    path: ['delete'],
  })
  .meta({ id: 'ChangeLeads' })
export type ChangeLeads = z.infer<typeof ChangeLeads>

export const LeadsChanged = z
  .object({
    done: z.array(z.object({ id: z.string() })).describe('Those that are now as you asked.'),
    failed: z
      .array(z.object({ id: z.string(), code: z.string(), message: z.string() }))
      .describe('Those that are as they were, each with the reason.'),
  })
  .meta({ id: 'LeadsChanged' })
export type LeadsChanged = z.infer<typeof LeadsChanged>
