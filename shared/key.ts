import { z } from 'zod'
import { IpRange } from './address.ts'
import { Milliseconds, next } from './page.ts'
import { Scope } from './scope.ts'
import { line } from './text.ts'

export const ApiKey = z
  .object({
    id: z.string().describe('Twelve characters; not secret.'),
    name: z.string(),
    prefix: z.string().describe('`svc_live_<id>`, the beginning of the key.'),
    site: z.string(),
    scopes: z.array(Scope),
    allowIps: z.array(z.string()).describe('IP addresses that may use the key. Empty allows all.'),
    ratePerMinute: z.int(),
    createdBy: z.string(),
    createdAt: Milliseconds,
    expiresAt: Milliseconds.nullable(),
    lastUsedAt: Milliseconds.nullable(),
    revokedAt: Milliseconds.nullable(),
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.infer<typeof ApiKey>

export const PresetId = z.enum(['chat', 'crm', 'read', 'full'])
export type PresetId = z.infer<typeof PresetId>

export const NewApiKey = z
  .object({
    name: line(100, 1),
    preset: PresetId.optional(),
    scopes: z.array(Scope).min(1).max(100).optional(),
    expiresInDays: z.int().min(1).max(3650).nullish().describe('Null means that the key never expires.'),
    allowIps: z.array(IpRange).max(100).optional(),
    ratePerMinute: z
      .int()
      .min(1)
      .max(100_000)
      .optional()
      .describe("Defaults to the site's setting, which is 120 unless changed."),
  })
  .refine((key) => (key.preset === undefined) !== (key.scopes === undefined), {
    error: 'Send either `preset` or `scopes`.',
    path: ['scopes'],
  })
  .meta({ id: 'NewApiKey', description: 'Either `preset` or `scopes`.' })
export type NewApiKey = z.infer<typeof NewApiKey>

export const KeyCreated = ApiKey.extend({
  key: z.string().describe('The full key. It is returned only once.'),
}).meta({ id: 'KeyCreated' })
export type KeyCreated = z.infer<typeof KeyCreated>

export const KeyRevoked = ApiKey.extend({ revoked: z.literal(true) }).meta({ id: 'KeyRevoked' })
export type KeyRevoked = z.infer<typeof KeyRevoked>

export const KeyList = z
  .object({
    keys: z.array(ApiKey),
    next,
    scopes: z.array(z.object({ scope: Scope, description: z.string() })),
    presets: z.array(z.object({ id: PresetId, label: z.string(), scopes: z.array(Scope) })),
  })
  .meta({ id: 'KeyList' })
export type KeyList = z.infer<typeof KeyList>
