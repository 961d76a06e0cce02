import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { WebUrl } from '../shared/address.ts'
import { ConfigFile, SiteConfig } from './config-file.ts'
import { isRange } from './core/address.ts'
import { editDistance } from './core/edit-distance.ts'
import { isModelAddress } from './core/model-address.ts'

const Environment = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a number')
    .transform(Number)
    .pipe(z.number().max(65535))
    .default(8787),
  HOST: z.string().min(1).default('127.0.0.1'),
  BASE_URL: WebUrl.refine(
    (url) => !/[?#]|:\/\/[^/]+\/+[^/]/.test(url),
    'must not have a path, query or fragment: Frontdesk needs a host name of its own',
  ).optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  SVC_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  ADMIN_API_KEY: z.string().min(16, 'must have at least 16 characters').optional(),
  OWNER_EMAIL: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[^@\s]+@[^@\s]+$/, 'must be an email address')
    .default('owner@localhost'),
  OLLAMA_HOST: z
    .string()
    .refine(isModelAddress, 'must be a URL such as http://127.0.0.1:11434')
    .default('http://127.0.0.1:11434'),
  SVC_CONFIG: z.string().optional(),
  TRUST_PROXY: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .refine((ranges) => ranges.every(isRange), 'must be IP addresses or CIDR ranges, separated by commas'),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,100}$/, 'must be the name of a header, such as CF-IPCountry')
    .optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  DEMO_HISTORY: z.enum(['on', 'off'], 'must be on or off').default('on'),
})

/** The operator's configuration, read once at the start. */
export type Config = Omit<z.infer<typeof ConfigFile>, 'sites'> & {
  sites: SiteConfig[]
  port: number
  host: string
  /** The public URL, without a trailing slash. If the port is chosen at the start, main sets the actual one. */
  baseUrl: string
  databaseUrl: string | undefined
  dataDir: string
  /** Undefined: generated once in the data folder. */
  secret: string | undefined
  adminKey: string | undefined
  ownerEmail: string
  ollamaHost: string
  trustProxy: string[]
  /** The header in which a trusted proxy reports the visitor's country. */
  countryHeader: string | undefined
  logLevel: string
  /** Whether the demo starts with a made-up history. */
  demoHistory: boolean
  /** Valid settings that look like mistakes, such as unknown keys. */
  warnings: string[]
}

/** The default site: a made-up business whose pages are part of the product. */
const demoSite = {
  id: 'demo',
  name: 'Wrenmouth Cycle Works',
  widget: { brand: { agentName: 'Assistant', accent: '#00686e' } },
}

/** All errors in the environment and configuration file, one per line. */
export class ConfigError extends Error {
  readonly lines: string[]
  constructor(lines: string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}

/** Reads the environment and the configuration file. Throws a ConfigError with all errors. */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const faults: string[] = []
  const given = withFiles(environment, faults)
  const env = Environment.safeParse(given)
  if (!env.success) faults.push(...env.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`))
  const path = given.SVC_CONFIG ?? './frontdesk.config.json'
  const raw = readFile(path, given.SVC_CONFIG !== undefined, faults)
  const file = ConfigFile.safeParse(raw)
  if (!file.success)
    faults.push(...file.error.issues.map((issue) => `${path}: ${issue.path.join('.')} ${issue.message}`))
  if (!env.success || !file.success) throw new ConfigError(faults)
  faults.push(...faultsBetween(env.data, file.data))
  if (faults.length > 0) throw new ConfigError(faults)
  return combine(
    env.data,
    file.data,
    unknownKeys(raw, file.data).map((key) => `${path}: unknown key ${key}`),
  )
}

function combine(env: z.infer<typeof Environment>, file: z.infer<typeof ConfigFile>, warnings: string[]): Config {
  const { sites, ...rest } = file
  return {
    ...rest,
    sites: (sites ?? [SiteConfig.parse(demoSite)]).map((site) => ({
      ...site,
      name: site.name ?? site.id,
      website: site.website ?? '',
    })),
    port: env.PORT,
    host: env.HOST,
    baseUrl: (env.BASE_URL ?? `http://${env.HOST.includes(':') ? `[${env.HOST}]` : env.HOST}:${env.PORT}`).replace(
      /\/+$/,
      '',
    ),
    databaseUrl: env.DATABASE_URL,
    dataDir: resolve(env.DATA_DIR),
    secret: env.SVC_SECRET,
    adminKey: env.ADMIN_API_KEY,
    ownerEmail: env.OWNER_EMAIL,
    ollamaHost: env.OLLAMA_HOST,
    trustProxy: env.TRUST_PROXY,
    countryHeader: env.COUNTRY_HEADER,
    logLevel: env.LOG_LEVEL,
    demoHistory: env.DEMO_HISTORY === 'on',
    warnings,
  }
}

function faultsBetween(env: z.infer<typeof Environment>, file: z.infer<typeof ConfigFile>): string[] {
  const faults: string[] = []
  // Also in the form `0` or `::0`.
  const everywhere = ipaddr.isValid(env.HOST) && ipaddr.process(env.HOST).range() === 'unspecified'
  if (everywhere && !env.BASE_URL) faults.push(`BASE_URL is required when HOST is ${env.HOST}`)
  if (env.DATABASE_URL && !env.SVC_SECRET) faults.push('SVC_SECRET is required when DATABASE_URL is set')
  if (file.ai.provider === 'openai' && !file.ai.baseUrl)
    faults.push('ai.baseUrl is required when ai.provider is openai')
  if (env.COUNTRY_HEADER && env.TRUST_PROXY.length === 0)
    faults.push(
      'TRUST_PROXY is required when COUNTRY_HEADER is set, because clients could otherwise set the header themselves',
    )
  const ids = file.sites?.map((site) => site.id) ?? []
  for (const id of new Set(ids.filter((id, place) => ids.indexOf(id) !== place)))
    faults.push(`sites: ${id} is listed twice`)
  return faults
}

/** NAME_FILE holds the path of a file with the value, for secrets. */
function withFiles(
  environment: Record<string, string | undefined>,
  faults: string[],
): Record<string, string | undefined> {
  const given: Record<string, string | undefined> = {}
  for (const name of Object.keys(Environment.shape)) given[name] = environment[name] || undefined
  for (const name of ['SVC_SECRET', 'ADMIN_API_KEY', 'DATABASE_URL']) {
    const path = environment[`${name}_FILE`]
    if (!path) continue
    if (given[name] !== undefined) faults.push(`${name} and ${name}_FILE are both set`)
    try {
      given[name] = readFileSync(path, 'utf8').trim()
    } catch (error) {
      faults.push(`${name}_FILE: ${(error as Error).message}`)
    }
  }
  return given
}

function readFile(path: string, required: boolean, faults: string[]): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const missing = (error as { code?: string }).code === 'ENOENT'
    if (!missing || required) faults.push(`${path}: ${(error as Error).message}`)
    return {}
  }
}

const maxTypos = 2

/** Paths of keys in the file that the parsed configuration does not have, each with a known key that is similar. */
function unknownKeys(raw: unknown, parsed: unknown, path = ''): string[] {
  if (typeof raw !== 'object' || raw === null || typeof parsed !== 'object' || parsed === null) return []
  return Object.entries(raw).flatMap(([key, value]) => {
    const here = path ? `${path}.${key}` : key
    if (key in parsed) return unknownKeys(value, (parsed as Record<string, unknown>)[key], here)
    const similar = Object.keys(parsed).find((known) => editDistance(key, known, maxTypos) <= maxTypos)
    return [similar ? `${here}. Did you mean ${similar}?` : here]
  })
}
