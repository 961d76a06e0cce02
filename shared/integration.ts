import { z } from 'zod'
import { failureFields } from './failure.ts'
import { Milliseconds } from './page.ts'
import { exact } from './text.ts'

export const integrationKinds = ['composio', 'calcom', 'calendly'] as const
export const IntegrationKind = z.enum(integrationKinds)
export type IntegrationKind = z.infer<typeof IntegrationKind>

const integration = {
  kind: IntegrationKind,
  name: z.string(),
  connected: z.boolean().describe('Whether a key is stored.'),
  baseUrl: z.string().nullable().describe('Of a self-hosted Cal.com.'),
  status: z
    .string()
    .nullable()
    .describe('`ok` or `error`: the result of the last check or call. Null if there was none.'),
  lastError: z.string().nullable(),
  ...failureFields,
  lastAt: Milliseconds.nullable().describe('When it was last checked or used. Uses are noted once a minute.'),
  account: z.string().nullable().describe('Whose key it is, as the provider says.'),
  plan: z.string().nullable().describe('As the provider says. Null if it does not.'),
  createdAt: Milliseconds.nullable(),
  updatedAt: Milliseconds.nullable(),
}

export const Integration = z.object(integration).meta({ id: 'Integration' })
export type Integration = z.infer<typeof Integration>

export const IntegrationHelp = z
  .object({
    name: z.string(),
    key: z.string().describe('The label of the key.'),
    help: z.string().describe('Where to find the key, and what it needs.'),
  })
  .meta({ id: 'IntegrationHelp' })
export type IntegrationHelp = z.infer<typeof IntegrationHelp>

export const IntegrationList = z
  .object({
    items: z.array(Integration).describe('All of them, connected or not.'),
    help: z.record(IntegrationKind, IntegrationHelp),
  })
  .meta({ id: 'IntegrationList' })
export type IntegrationList = z.infer<typeof IntegrationList>

export const PutIntegration = z
  .object({
    key: exact(2000)
      .refine(
        (key) => /^[\x21-\x7e]*$/.test(key.trim()),
        'Must be a key: printable characters of ASCII without spaces.',
      )
      .describe('Empty keeps the stored one.'),
    baseUrl: exact(500)
      .nullish()
      .describe(
        'The address of the API v2 of a self-hosted Cal.com, with or without `/v2`. Empty or null: the cloud. Left out: unchanged.',
      ),
  })
  .meta({ id: 'PutIntegration' })
export type PutIntegration = z.infer<typeof PutIntegration>

export const IntegrationCheck = z
  .object({
    ok: z.boolean(),
    detail: z.string().describe('What was found, or what to do.'),
    ...failureFields,
  })
  .meta({ id: 'IntegrationCheck' })
export type IntegrationCheck = z.infer<typeof IntegrationCheck>

export const IntegrationSaved = z
  .object({ ...integration, check: IntegrationCheck.describe('The key is saved even if its check fails.') })
  .meta({ id: 'IntegrationSaved' })
export type IntegrationSaved = z.infer<typeof IntegrationSaved>

export const IntegrationDeleted = z
  .object({ kind: IntegrationKind, deleted: z.boolean().describe('Whether there was a key.') })
  .meta({ id: 'IntegrationDeleted' })
export type IntegrationDeleted = z.infer<typeof IntegrationDeleted>

export const CalendarToolkit = z.enum(['google', 'outlook'])
export type CalendarToolkit = z.infer<typeof CalendarToolkit>

export const CalendarAccounts = z
  .object({
    items: z.array(
      z.object({
        id: z.string(),
        toolkit: CalendarToolkit,
        label: z.string().describe('The name of the calendar if the provider tells it, else of the toolkit.'),
        status: z.string().describe('As Composio names it: `ACTIVE`, `INITIATED`, `EXPIRED`, …'),
      }),
    ),
  })
  .meta({ id: 'CalendarAccounts' })
export type CalendarAccounts = z.infer<typeof CalendarAccounts>

export const ConnectCalendar = z
  .object({
    toolkit: CalendarToolkit,
    returnUrl: exact(2000, 1)
      .refine((url) => /^https:\/\//i.test(url) && URL.canParse(url), 'Must be an https URL.')
      .optional()
      .describe("Where the browser goes afterwards. Default: the dashboard's integrations page."),
  })
  .meta({ id: 'ConnectCalendar' })
export type ConnectCalendar = z.infer<typeof ConnectCalendar>

export const CalendarLink = z
  .object({ url: z.string().describe('Open it to sign in to the calendar.') })
  .meta({ id: 'CalendarLink' })

export const CalcomWebhook = z
  .object({
    url: z.string().describe('The subscriber URL for the webhook at Cal.com.'),
    secret: z.string().describe('The secret for the webhook at Cal.com.'),
    triggers: z.array(z.string()),
  })
  .meta({ id: 'CalcomWebhook' })
export type CalcomWebhook = z.infer<typeof CalcomWebhook>
