import { z } from 'zod'
import { failureFields } from './failure.ts'
import { rule } from './fault.ts'
import { Milliseconds } from './page.ts'
import { BodyTemplate, Header, HeaderInputs, RequestMethod } from './request.ts'
import { exact, text } from './text.ts'
import { SentRequest } from './webhook.ts'

/** The maximum per site. */
export const maxTools = 30
/** Milliseconds that a call may take. */
export const toolTimeout = { default: 5_000, min: 1_000, max: 10_000 }
/** The bytes of a result that are kept. */
export const maxResult = 4_000

const named = (what: string) => exact(64, 1).regex(/^[A-Za-z_][\w-]*$/, rule('field_name', `Is not a name of ${what}.`))

export const ToolName = exact(40, 2)
  .regex(
    /^[a-z][a-z0-9_]*$/,
    rule('tool_name', 'Must have lower-case letters, digits and underscores, and begin with a letter.'),
  )
  .refine((name) => !['data', 'prechat', 'lead', 'user', 'args', 'conversation'].includes(name), {
    ...rule('tool_name_reserved', 'Is the name of other placeholders.'),
  })
  .describe('Unique per site. The prompt names the tool as `{{name}}`.')

const uniqueNames = (list: { name: string }[]) => new Set(list.map(({ name }) => name)).size === list.length
const differ = rule('names_differ', 'Two entries have the same name.')

const Value = z.object({
  name: named('a value'),
  description: text(500).default(''),
  required: z.boolean().default(false),
})
const Values = z.array(Value).max(20).refine(uniqueNames, differ)

/** A path in a response or in an event, such as `delivery.date` or `items.0.name`. */
const Path = exact(200, 1).regex(
  /^[\w$-]+(?:\.[\w$-]+)*$/,
  rule('path_invalid', 'Must be a path such as delivery.date.'),
)

export const ToolWhen = z
  .object({
    path: Path.describe('A path in the data of `conversation.completed`, such as `labels.intent`.'),
    in: z
      .array(exact(200))
      .min(1)
      .max(50)
      .optional()
      .describe('Runs if the value is one of these. Without it, if there is a value.'),
  })
  .meta({ id: 'ToolWhen' })
export type ToolWhen = z.infer<typeof ToolWhen>

const fields = {
  name: ToolName,
  description: text(500, 1).describe('What the tool does, for the model. For `extract`: which details to collect.'),
  method: RequestMethod,
  url: exact(2000, 1).describe('An https URL. Path and query can contain placeholders.'),
  headers: HeaderInputs,
  body: BodyTemplate.describe('In JSON, a whole value `{{data}}` is the object itself.'),
  parameters: Values.describe('What the model fills in, used as `{{args.name}}`.'),
  fields: Values.describe('With `extract`: the details to collect.'),
  pick: z.array(Path).max(30).describe('Paths of the response to keep. Empty keeps all, up to about 4 KB.'),
  timeoutMs: z.int().min(toolTimeout.min).max(toolTimeout.max),
  before: z.boolean().describe('Runs when the chat starts, with the answers of the form before the chat.'),
  after: z.boolean().describe('Runs when the conversation is completed. The default of new `extract` tools.'),
  when: ToolWhen.nullable().describe('With `after`: runs only then. Null removes the condition.'),
  enabled: z.boolean(),
}

export const ToolKind = z.enum(['http', 'extract'])

export const NewTool = z
  .object({
    name: fields.name,
    kind: ToolKind.default('http'),
    description: fields.description,
    method: fields.method.default('GET'),
    url: fields.url.optional(),
    headers: fields.headers.default([]),
    body: fields.body.default(''),
    parameters: fields.parameters.default([]),
    fields: fields.fields.default([]),
    pick: fields.pick.default([]),
    timeoutMs: fields.timeoutMs.default(toolTimeout.default),
    before: fields.before.default(false),
    after: fields.after.optional(),
    when: fields.when.default(null),
    enabled: fields.enabled.default(true),
  })
  .meta({ id: 'NewTool' })
export type NewTool = z.infer<typeof NewTool>

export const PatchTool = z
  .object({ ...fields, kind: ToolKind })
  .partial()
  .meta({ id: 'PatchTool' })
export type PatchTool = z.infer<typeof PatchTool>

export const Tool = z
  .object({
    id: z.string().describe('Begins with `tool_`.'),
    name: z.string(),
    kind: ToolKind,
    description: z.string(),
    method: RequestMethod,
    url: z.string(),
    headers: z.array(Header),
    body: z.string(),
    parameters: z.array(Value),
    fields: z.array(Value),
    pick: z.array(z.string()),
    timeoutMs: z.int(),
    keys: z.array(z.string()).describe('What the tool returned at its last test, for `{{name.key}}`.'),
    before: z.boolean(),
    after: z.boolean(),
    when: ToolWhen.nullable(),
    enabled: z.boolean(),
    lastStatus: z.int().nullable().describe('The HTTP status of the last call; null if there was none.'),
    lastError: z.string().nullable(),
    ...failureFields,
    lastAt: Milliseconds.nullable(),
    createdAt: Milliseconds,
    updatedAt: Milliseconds,
  })
  .meta({ id: 'Tool' })
export type Tool = z.infer<typeof Tool>

export const ToolList = z
  .object({
    tools: z.array(Tool),
    assistant: z.boolean().describe('Whether the built-in assistant answers, which uses tools in the chat.'),
    prechat: z.array(z.object({ name: z.string(), label: z.string() })),
    limits: z.object({
      tools: z.int(),
      timeoutMs: z.object({ default: z.int(), min: z.int(), max: z.int() }),
    }),
  })
  .meta({ id: 'ToolList' })
export type ToolList = z.infer<typeof ToolList>

const anything = z.record(z.string(), z.unknown())

export const TestTool = z
  .object({
    id: exact(64, 1).optional().describe('A saved tool.'),
    // Without defaults, which would replace what is stored.
    tool: PatchTool.optional().describe('A draft; with `id`: unsaved changes.'),
    sample: z
      .object({
        args: anything,
        prechat: anything,
        data: anything,
        user: anything,
        conversation: anything,
        lead: anything,
        summary: z.string().max(4000),
        labels: anything,
        attributes: anything,
        tags: z.array(z.string()).max(100),
        page: anything,
        transcript: z
          .array(z.object({ role: z.string(), text: z.string() }))
          .max(100)
          .describe('The messages of a chat. `role` is `visitor`, `assistant` or `team`.'),
      })
      .partial()
      .default({})
      .describe('Values of the placeholders.'),
  })
  .meta({ id: 'TestTool' })
export type TestTool = z.infer<typeof TestTool>

export const ToolTest = z
  .object({
    ok: z.boolean(),
    status: z.int().nullable(),
    ms: z.int(),
    request: SentRequest.pick({ method: true, url: true, body: true }).describe('Secrets are blanked.'),
    response: z.string().nullable().describe('Up to 4 KB.'),
    result: z.unknown().describe('What the assistant gets: the response after `pick`.'),
    keys: z.array(z.string()),
    truncated: z.boolean(),
    error: z.string().nullable(),
    ...failureFields,
  })
  .meta({ id: 'ToolTest' })
export type ToolTest = z.infer<typeof ToolTest>
