import { z } from 'zod'
import { rule } from './fault.ts'
import { promptLimit } from './prompt.ts'
import { SettingsPatch } from './settings.ts'
import { exact, line, text } from './text.ts'
import { maxTools, NewTool } from './tool.ts'

/** What stands for a secret in an agent file. */
export const secretPlaceholder = (name: string): string => `\${${name}}`

/** The settings sections in an agent file. */
export const agentSections = ['behaviour', 'leads', 'bookings'] as const

const Need = z.object({ name: z.string(), description: z.string() }).meta({ id: 'AgentNeed' })
export type AgentNeed = z.infer<typeof Need>

export type AgentTool = NewTool

/**
 * The configuration of an assistant, for use on another site. The import ignores other fields and lists them as
 * warnings.
 */
export const AgentFile = z
  .looseObject({
    svc: z.literal('agent', 'Must be `agent`: this is not an agent file.'),
    version: z.literal(1, 'Must be 1: other versions of agent files are not supported.'),
    name: line(200).default(''),
    description: text(2000).default(''),
    prompt: text(promptLimit).optional(),
    settings: z
      .looseObject(SettingsPatch.pick({ behaviour: true, leads: true, bookings: true }).shape)
      .optional()
      .describe('Tone, length, goal and prices, the form before the chat, and bookings if their mode was set.'),
    tools: z
      .array(NewTool)
      .max(maxTools)
      .refine(
        (tools) => new Set(tools.map(({ name }) => name)).size === tools.length,
        rule('names_differ', 'Two tools have the same name.'),
      )
      .optional()
      .describe(
        `The value of a secret header is a placeholder such as \`${secretPlaceholder('ORDER_LOOKUP_AUTHORIZATION')}\`.`,
      ),
    needs: z.array(Need).max(100).default([]).describe('The secrets that the placeholders of the tools need.'),
  })
  .meta({ id: 'AgentFile' })
export type AgentFile = z.infer<typeof AgentFile>

export const ImportAgent = z
  .object({
    agent: AgentFile,
    secrets: z
      .record(line(100, 1), exact(8000))
      .default({})
      .describe("A value for each secret that the file's tools need. Never returned."),
    dryRun: z.boolean().default(false).describe('Reports what would change without changing anything.'),
  })
  .meta({ id: 'ImportAgent' })
export type ImportAgent = z.infer<typeof ImportAgent>

const names = z.array(z.string())

export const ImportedAgent = z
  .object({
    dryRun: z.boolean(),
    applied: z.boolean(),
    settings: z.object({ changed: names.describe('For example `behaviour.tone`.') }),
    tools: z.object({ created: names, replaced: names, unchanged: names }),
    prompt: z.object({
      changed: z.boolean(),
      version: z.int().nullable().describe('The new version; null if nothing was published.'),
      hash: z.string().nullable(),
    }),
    missingSecrets: z.array(Need),
    warnings: names.describe('What was ignored and what you still need to do.'),
  })
  .meta({ id: 'ImportedAgent' })
export type ImportedAgent = z.infer<typeof ImportedAgent>
