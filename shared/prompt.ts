import { z } from 'zod'
import { Milliseconds } from './page.ts'
import { VersionMeta } from './settings.ts'
import { line, text } from './text.ts'

/** The maximum length of a prompt in characters. */
export const promptLimit = 16_000

/** The number of versions that `GET /prompt` lists, newest first. Older ones can still be read by number. */
export const maxPromptVersions = 500

export const PromptVersionSummary = z
  .object({
    version: z.int(),
    hash: z.string().describe('Equal for identical texts.'),
    source: z.string().describe('Where it was published from: `dashboard`, `cli` or `api`.'),
    author: z.string().describe('An email, `key:<key_id>` or `cli`.'),
    note: z.string().nullable(),
    restoredFrom: z.int().nullable().describe('The version that was restored.'),
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
    connector: z.string().describe('`assistant`, or `http` for your own AI backend.'),
    builtIn: z.string().describe('The built-in instructions. A line in brackets marks where your text is inserted.'),
    overlaps: z.array(z.string()).describe('Lines of your text that repeat a setting.'),
    editable: z.boolean(),
    reason: z.string().nullable().describe('Why it cannot be edited.'),
    text: z.string().describe('The instructions of the business; empty if none were published.'),
    hash: z.string(),
    version: z.int().describe('The current version; 0 if none was published. Send it as `baseVersion`.'),
    meta: VersionMeta,
    limit: z.int().describe('Maximum length in characters.'),
    versions: z.array(PromptVersionSummary).describe(`Newest first, at most ${maxPromptVersions}.`),
  })
  .meta({ id: 'Prompt' })
export type Prompt = z.infer<typeof Prompt>

const maxVersion = 2_147_483_647
const baseVersion = z
  .int()
  .min(0)
  .max(maxVersion)
  .describe('The version that your edit is based on; 0 if there is none.')

export const PublishPrompt = z
  .object({
    text: text(promptLimit).describe('If empty, the assistant uses the built-in instructions only.'),
    baseVersion,
    note: line(500).optional().describe('A description of the change, shown in the version list.'),
  })
  .meta({ id: 'PublishPrompt' })
export type PublishPrompt = z.infer<typeof PublishPrompt>

export const RestorePrompt = z
  .object({ version: z.int().min(1).max(maxVersion), baseVersion })
  .meta({ id: 'RestorePrompt' })
export type RestorePrompt = z.infer<typeof RestorePrompt>

export const PublishedPrompt = z
  .object({ status: z.literal('published'), version: z.int(), hash: z.string() })
  .meta({ id: 'PublishedPrompt' })
export type PublishedPrompt = z.infer<typeof PublishedPrompt>

/** The newer version, returned with the 409 response to an outdated `baseVersion`. */
export type NewerPrompt = {
  version: number
  hash: string
  text: string
  author: string | null
  createdAt: number | null
}
