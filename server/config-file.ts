import { z } from 'zod'
import { Origin, WebUrl } from '../shared/address.ts'
import { WidgetConfig } from '../shared/widget.ts'

const Host = z.string().trim().min(1).max(300)
const Minutes = z.number().positive().max(100_000)

const Connector = z.union([
  z.literal('assistant'),
  z.object({
    kind: z.literal('http'),
    url: WebUrl,
    headers: z.record(z.string(), z.string()).default({}),
  }),
])
export type Connector = z.infer<typeof Connector>

export const SiteConfig = z.object({
  id: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'must consist of at most 64 lower-case letters, digits, _ and -'),
  name: z.string().trim().min(1).max(200).optional(),
  website: WebUrl.optional(),
  allowedOrigins: z.array(Origin).max(100).default([]),
  connector: Connector.default('assistant'),
  widget: WidgetConfig.prefault({}),
  identitySecret: z.string().min(16).optional(),
})
export type SiteConfig = Omit<z.infer<typeof SiteConfig>, 'name' | 'website'> & { name: string; website: string }

const Ai = z.object({
  provider: z.enum(['auto', 'ollama', 'openai', 'none']).default('auto'),
  baseUrl: WebUrl.optional().describe('An OpenAI-compatible server, such as http://127.0.0.1:8000/v1'),
  apiKey: z.string().optional(),
  model: z.string().optional(),
  embedModel: z.string().optional(),
  rerankUrl: WebUrl.optional(),
  visionModel: z.string().optional(),
  contextTokens: z.int().min(1024).max(1_000_000).default(8192),
  concurrency: z
    .int()
    .min(1)
    .max(256)
    .default(1)
    .describe('Number of requests that the model server works on at the same time; Ollama by default on one'),
  firstTokenSeconds: z
    .int()
    .min(1)
    .max(600)
    .optional()
    .describe(
      'Maximum time for a loaded model to begin a reply; after it, passages are quoted instead. Default: what the model needed before, from 30 to 180',
    ),
  dailyNeurons: z.number().min(0).default(0).describe('0: no budget'),
})

/** The configuration file. Its JSON Schema is served at /config.schema.json. */
export const ConfigFile = z
  .object({
    $schema: z.string().optional(),
    sites: z.array(SiteConfig).min(1).max(200).optional().describe('Default: one site, demo'),
    ai: Ai.prefault({}),
    outbound: z
      .object({
        allow: z
          .array(Host)
          .default([])
          .describe(
            'Hosts, host:port or CIDR ranges that may be called although they are private, also over plain http',
          ),
        push: z
          .array(Host)
          .default([])
          .describe(
            'The same for the push services of browsers. Every team member chooses the address, so `allow` does not apply to them.',
          ),
      })
      .prefault({}),
    crawl: z
      .object({
        browser: z
          .string()
          .min(1)
          .default('auto')
          .describe('Path of Chromium or Chrome, which runs the scripts of pages; auto: the usual paths; none'),
        browserSandbox: z
          .boolean()
          .default(true)
          .describe('Set to false if Chromium cannot use its sandbox, for example as root'),
      })
      .prefault({}),
    timings: z
      .object({
        completeAfterMinutes: Minutes.default(5),
        webhookRetryMinutes: z.array(Minutes).max(20).default([1, 5, 30, 120, 360]),
        webhookTimeoutSeconds: z.number().positive().max(120).default(8),
        reminderHours: Minutes.default(24),
        eventDays: Minutes.default(30),
      })
      .prefault({}),
    providers: z
      .object({
        telegram: z.url().default('https://api.telegram.org'),
        calcom: z.url().default('https://api.cal.com/v2'),
        calendly: z.url().default('https://api.calendly.com'),
        composio: z.url().default('https://backend.composio.dev/api/v3.1'),
        turnstile: z.url().default('https://challenges.cloudflare.com/turnstile/v0'),
      })
      .prefault({}),
    turnstile: z.object({ siteKey: z.string().min(1), secretKey: z.string().min(1) }).optional(),
    updates: z.object({ url: z.url().optional() }).prefault({}),
  })
  .meta({ id: 'Configuration', title: 'Frontdesk configuration file' })
