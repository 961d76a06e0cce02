import { z } from 'zod'
import { promptLimit } from './prompt.ts'
import { SettingsPatch } from './settings.ts'
import { exact, line, text } from './text.ts'

/** The sections of the settings that an agent file holds. */
export const agentSections = ['behaviour', 'leads', 'bookings'] as const

const Need = z.object({ name: z.string(), description: z.string() }).meta({ id: 'AgentNeed' })

/** What makes an assistant what it is, to be carried to another site. What else stands in a file is told and left out. */
export const AgentFile = z
  .looseObject({
    svc: z.literal('agent', 'Must be `agent`: this is no agent file.'),
    version: z.literal(1, 'Must be 1: files of another version cannot be read.'),
    name: line(200).default(''),
    description: text(2000).default(''),
    prompt: text(promptLimit).optional(),
    settings: z
      .looseObject(SettingsPatch.pick({ behaviour: true, leads: true, bookings: true }).shape)
      .optional()
      .describe('Tone, length, goal and prices, the form before the chat, and bookings where their mode was chosen.'),
    tools: z
      .array(z.record(z.string(), z.unknown()))
      .max(0, 'This version of Frontdesk has no tools. Leave them out, or empty the list.')
      .optional()
      .describe('Has to be empty: this version has no tools.'),
    needs: z.array(Need).max(100).default([]).describe('A secret for each placeholder in the tools.'),
  })
  .meta({ id: 'AgentFile' })
export type AgentFile = z.infer<typeof AgentFile>

export const ImportAgent = z
  .object({
    agent: AgentFile,
    secrets: z
      .record(line(100, 1), exact(8000))
      .default({})
      .describe('A value for each secret that the tools of the file need. It is never shown again.'),
    dryRun: z.boolean().default(false).describe('Changes nothing, and says what would change.'),
  })
  .meta({ id: 'ImportAgent' })
export type ImportAgent = z.infer<typeof ImportAgent>

const names = z.array(z.string())

export const ImportedAgent = z
  .object({
    dryRun: z.boolean(),
    applied: z.boolean(),
    settings: z.object({ changed: names.describe('Such as `behaviour.tone`.') }),
    tools: z.object({ created: names, replaced: names, unchanged: names }),
    prompt: z.object({
      changed: z.boolean(),
      version: z.int().nullable().describe('The new version; null where nothing was published.'),
      hash: z.string().nullable(),
    }),
    missingSecrets: z.array(Need),
    warnings: names.describe('What was left out, and what else has to be done.'),
  })
  .meta({ id: 'ImportedAgent' })
export type ImportedAgent = z.infer<typeof ImportedAgent>
