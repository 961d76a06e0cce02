import { z } from 'zod'
import { AccountRole } from './account.ts'
import { Copilot } from './copilot.ts'
import { Milliseconds } from './page.ts'
import { Scope } from './scope.ts'

export const Me = z
  .object({
    email: z.string().describe('`key:<key_id>` for a key.'),
    owner: z.boolean(),
    role: AccountRole.nullable().describe('Null for a key.'),
    name: z.string().nullable(),
    via: z.enum(['key', 'session', 'admin_key']),
  })
  .meta({ id: 'Me' })
export type Me = z.infer<typeof Me>

export const SiteSummary = z
  .object({
    id: z.string(),
    name: z.string(),
    accent: z.string(),
    avatar: z.string().nullable(),
    embed: z.string().describe("The script tag for the site's pages."),
    connector: z.string(),
    knowledge: z.boolean().describe('Whether the knowledge base has content.'),
    businessName: z.string().describe('The name of the business; without one, that of the site.'),
    website: z.string(),
    production: z.object({
      turnstile: z.boolean(),
      hostnames: z.array(z.string()),
      dailyCap: z.int().describe('Visitor messages per day.'),
    }),
    live: z.boolean(),
    prompt: z.boolean().describe('Whether a prompt was published.'),
    autoSummary: z.boolean(),
    files: z.enum(['off', 'live', 'always']).describe('When files may be sent in chats.'),
    jobFiles: z.boolean().describe('Whether files can be added to jobs.'),
    copilot: Copilot.describe('What helps the team to write replies.'),
    bookings: z.string().describe('The booking mode in effect.'),
    timezone: z.string().describe('The time zone of appointments.'),
  })
  .meta({ id: 'SiteSummary' })
export type SiteSummary = z.infer<typeof SiteSummary>

export const MeAnswer = z
  .object({
    admin: Me,
    key: z
      .object({
        id: z.string(),
        name: z.string(),
        scopes: z.array(Scope),
        site: z.string(),
        expiresAt: Milliseconds.nullable(),
      })
      .nullable()
      .describe('Null for a signed-in person and for the admin key.'),
    sites: z.array(SiteSummary),
    summaries: z.boolean().describe('Whether a model for summaries is available.'),
  })
  .meta({ id: 'MeAnswer' })
export type MeAnswer = z.infer<typeof MeAnswer>
