import { z } from 'zod'
import { Milliseconds } from './page.ts'
import { VersionMeta } from './settings.ts'
import { line, text } from './text.ts'

/** The most characters of a prompt. */
export const promptLimit = 16_000

/** As many versions as `GET /prompt` lists, the newest first. Older ones stay readable by their number. */
export const mostPromptVersions = 500

export const PromptVersionSummary = z
  .object({
    version: z.int(),
    hash: z.string().describe('Equal for equal texts.'),
    source: z.string().describe('Where it was published: `dashboard`, `cli` or `api`.'),
    author: z.string().describe('An email, `key:<key_id>` or `cli`.'),
    note: z.string().nullable(),
    restoredFrom: z.int().nullable().describe('The version whose text it brought back.'),
    createdAt: Milliseconds,
    chars: z.int(),
  })
  .meta({ id: 'PromptVersionSummary' })
export type PromptVersionSummary = z.infer<typeof PromptVersionSummary>

export const PromptVersion = PromptVersionSummary.extend({ text: z.string() }).meta({ id: 'PromptVersion' })
export type PromptVersion = z.infer<typeof PromptVersion>

export const Prompt = z
  .object({
    site: z.string(),
    connector: z.string().describe('`assistant`, or `http` for an AI backend of your own.'),
    builtIn: z
      .string()
      .describe('All that the model is told besides; a line in brackets marks where your text stands.'),
    overlaps: z.array(z.string()).describe('Lines of the text that say what a setting says.'),
    editable: z.boolean(),
    reason: z.string().nullable().describe('Why it cannot be edited.'),
    text: z.string().describe('The instructions of the business; empty where none were published.'),
    hash: z.string(),
    version: z.int().describe('0: none was published yet. Send it as `baseVersion`.'),
    meta: VersionMeta,
    limit: z.int().describe('The most characters of a text.'),
    versions: z.array(PromptVersionSummary).describe(`The newest first, at most ${mostPromptVersions}.`),
  })
  .meta({ id: 'Prompt' })
export type Prompt = z.infer<typeof Prompt>

const baseVersion = z.int().min(0).describe('The version that you edited; 0 where there was none.')

export const PublishPrompt = z
  .object({
    text: text(promptLimit).describe('Empty: the assistant goes on with what is built in alone.'),
    baseVersion,
    note: line(500).optional().describe('What changed, for whoever looks through the versions.'),
  })
  .meta({ id: 'PublishPrompt' })
export type PublishPrompt = z.infer<typeof PublishPrompt>

export const RestorePrompt = z.object({ version: z.int().min(1), baseVersion }).meta({ id: 'RestorePrompt' })
export type RestorePrompt = z.infer<typeof RestorePrompt>

export const PublishedPrompt = z
  .object({ status: z.literal('published'), version: z.int(), hash: z.string() })
  .meta({ id: 'PublishedPrompt' })
export type PublishedPrompt = z.infer<typeof PublishedPrompt>

/** What an outdated `baseVersion` is told of, beside the error: the version that came in between. */
export type NewerPrompt = {
  version: number
  hash: string
  text: string
  author: string | null
  createdAt: number | null
}
