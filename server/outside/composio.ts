import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Clock } from '../core/clock.ts'
import { jsonIn } from '../core/json.ts'
import { ProviderId, words, wordsOrNull } from '../core/provider-answer.ts'
import { ProviderError } from '../core/provider-error.ts'
import { fingerprint } from '../core/seal.ts'
import {
  type ComposioTool,
  type ComposioToolName,
  composioTools,
  type Toolkit,
  toolkitSlugs,
  toolkitVersions,
} from './composio-tools.ts'
import type { Dial } from './dial.ts'
import { createProvider, type Provider, type ProviderCall, type ProviderRefusal, safeWords } from './provider.ts'

const Session = z.object({
  project: z.object({ name: wordsOrNull(200) }).nullish(),
  org: z.object({ name: wordsOrNull(200).optional(), plan: wordsOrNull(100).optional() }).nullish(),
})

const list = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item).max(1000), next_cursor: z.string().max(2000).nullish() })

const AuthConfig = z.object({ id: ProviderId, status: wordsOrNull(50), is_disabled: z.boolean().nullish() })
const NewAuthConfig = z.object({ auth_config: z.object({ id: ProviderId }) })
const Link = z.object({ redirect_url: z.string().max(2000) })

const Account = z.object({
  id: ProviderId,
  toolkit: z.object({ slug: words(100) }),
  user_id: wordsOrNull(200),
  status: words(50),
  is_disabled: z.boolean().nullish(),
  created_at: wordsOrNull(50),
})
/** `isUsable`: whether calendars can be called with it. */
export type ComposioAccount = { id: string; toolkit: Toolkit; status: string; isUsable: boolean }

const Tool = z.object({ input_parameters: z.object({ properties: z.record(z.string().max(200), z.unknown()) }) })

// The changelog writes `successfull`.
const Executed = z.object({
  data: z.unknown().optional(),
  error: z.unknown().optional(),
  successful: z.boolean().optional(),
  successfull: z.boolean().optional(),
})

const Failed = z.object({
  error: z.union([z.string(), z.object({ message: z.string().optional(), suggested_fix: z.string().nullish() })]),
})
const FailedTool = z.object({ status_code: z.coerce.number().int(), message: z.string().optional() })

/** A project of Composio. All functions throw a ProviderError. */
export type ComposioProject = {
  session(): Promise<{ project: string | null; plan: string | null }>
  /** The accounts that a user connected, newest first. @param toolkit default: those of all calendars */
  accounts(user: string, toolkit?: Toolkit): Promise<ComposioAccount[]>
  /** The address at which a user signs in to a calendar. @param returnUrl where the browser goes afterwards */
  connect(user: string, toolkit: Toolkit, returnUrl: string | undefined): Promise<string>
  /** Arguments that the product sends and that the tool does not have. */
  missingArguments(tool: ComposioToolName, names: readonly string[]): Promise<string[]>
  run<Schema extends z.ZodType>(run: ComposioRun<Schema>): Promise<z.output<Schema>>
}

export type ComposioRun<Schema extends z.ZodType> = {
  tool: ComposioToolName
  user: string
  account: string
  /** By the names of `composioTools`, else as the tool has them. Undefined ones are left out. */
  input: Record<string, unknown>
  schema: Schema
  isBackground?: boolean
}

export type Composio = { project(key: string): ComposioProject }

/** Its headers name no limit. */
const perMinute = 300
const name = 'Composio'
const hour = 3_600_000
const maxKept = 500
const maxPages = 5

type Parts = { provider: Provider; base: string; clock: Clock; learned: Map<string, Learned> }
/** What a tool's schema says. `slug` is the one that the server knows. */
type Learned = { slug?: string; properties?: Set<string>; until: number }

export function createComposio({
  dial,
  clock,
  config,
}: {
  dial: Dial
  clock: Clock
  config: Pick<Config, 'providers'>
}): Composio {
  const provider = createProvider(dial, clock, { name, perMinute, rateIn: () => undefined, errorIn })
  const parts: Parts = { provider, base: config.providers.composio.replace(/\/+$/, ''), clock, learned: new Map() }
  return { project: (key) => projectOf(parts, key) }
}

type Call = <S extends z.ZodType>(
  path: string,
  given: Pick<ProviderCall<S>, 'schema'> & Partial<ProviderCall<S>>,
) => Promise<z.output<S>>

function projectOf(parts: Parts, key: string): ComposioProject {
  const call: Call = (path, given) =>
    parts.provider.call({
      method: 'GET',
      secret: key,
      ...given,
      url: `${parts.base}${path}`,
      headers: { 'x-api-key': key },
    })
  return {
    async session() {
      const { project, org } = await call('/auth/session/info', { schema: Session })
      return { project: project?.name ?? org?.name ?? null, plan: org?.plan ?? null }
    },
    accounts: (user, toolkit) => listAccounts(call, user, toolkit),
    connect: (user, toolkit, returnUrl) => connect(parts, call, user, toolkit, returnUrl),
    async missingArguments(tool, names) {
      const { properties } = await learn(parts, call, key, tool)
      if (!properties) return []
      const input = Object.fromEntries(names.map((one) => [one, true]))
      return Object.keys(argumentsOf(tool, input, properties)).filter((one) => !properties.has(one))
    },
    run: (given) => run(parts, call, key, given),
  }
}

async function listAccounts(call: Call, user: string, toolkit?: Toolkit): Promise<ComposioAccount[]> {
  const slugs = toolkit ? toolkitSlugs[toolkit] : Object.values(toolkitSlugs).join(',')
  const found: z.output<typeof Account>[] = []
  let cursor: string | undefined
  for (let page = 0; page < maxPages; page++) {
    const query = { user_ids: user, toolkit_slugs: slugs, limit: 100, cursor }
    const { items, next_cursor } = await call('/connected_accounts', { query, schema: list(Account) })
    found.push(...items)
    if (!next_cursor || next_cursor === cursor) break
    cursor = next_cursor
  }
  const known = new Set(slugs.split(','))
  return (
    found
      // A filter that the server does not know would show the accounts of other sites.
      .filter((account) => known.has(account.toolkit.slug.toLowerCase()) && account.user_id === user)
      .sort((one, other) => (other.created_at ?? '').localeCompare(one.created_at ?? ''))
      .map(({ id, status, is_disabled, toolkit: { slug } }) => ({
        ...{ id, status, isUsable: status === 'ACTIVE' && !is_disabled },
        toolkit: slug.toLowerCase() === toolkitSlugs.google ? 'google' : 'outlook',
      }))
  )
}

async function connect(parts: Parts, call: Call, user: string, toolkit: Toolkit, returnUrl: string | undefined) {
  const slug = toolkitSlugs[toolkit]
  const { items } = await call('/auth_configs', { query: { toolkit_slug: slug, limit: 50 }, schema: list(AuthConfig) })
  const usable = items.find(({ status, is_disabled }) => status !== 'DISABLED' && !is_disabled)
  const id = usable?.id ?? (await createAuthConfig(call, slug))
  const body = { auth_config_id: id, user_id: user, ...(returnUrl ? { callback_url: returnUrl } : {}) }
  const { redirect_url } = await call('/connected_accounts/link', { method: 'POST', writes: true, body, schema: Link })
  if (/^https:\/\//i.test(redirect_url) && URL.canParse(redirect_url)) return new URL(redirect_url).href
  throw parts.provider.refusal({ kind: 'failed', why: 'It gives no address to sign in at.' })
}

async function createAuthConfig(call: Call, slug: string): Promise<string> {
  const body = { toolkit: { slug }, auth_config: { type: 'use_composio_managed_auth' } }
  const made = await call('/auth_configs', { method: 'POST', writes: true, body, schema: NewAuthConfig })
  return made.auth_config.id
}

/** Reads the schema of a tool, under its newer or its older name. Kept for an hour. */
async function learn({ learned, clock }: Parts, call: Call, key: string, tool: ComposioToolName): Promise<Learned> {
  const kept = `${fingerprint(key)} ${tool}`
  const known = learned.get(kept)
  if (known && known.until > clock.now()) return known
  const { slugs, toolkit }: ComposioTool = composioTools[tool]
  const query = { version: toolkitVersions[toolkit] }
  let found: Learned = { until: clock.now() + hour }
  for (const slug of slugs) {
    try {
      const { input_parameters } = await call(`/tools/${slug}`, { query, schema: Tool })
      found = { ...found, slug, properties: new Set(Object.keys(input_parameters.properties)) }
      break
    } catch (error) {
      // The schema only improves the call, which then has its own error.
      if (!(error instanceof ProviderError) || error.kind === 'key') throw error
      if (error.kind !== 'missing') break
    }
  }
  if (learned.size >= maxKept) learned.delete(learned.keys().next().value as string)
  learned.set(kept, found)
  return found
}

function argumentsOf(tool: ComposioToolName, input: Record<string, unknown>, properties?: Set<string>) {
  const names: ComposioTool['names'] = (composioTools[tool] as ComposioTool).names ?? {}
  const named = Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .map(([own, value]) => {
      const candidates = names[own] ?? [own]
      return [candidates.find((one) => properties?.has(one)) ?? candidates[0] ?? own, value]
    })
  return Object.fromEntries(named) as Record<string, unknown>
}

async function run<Schema extends z.ZodType>(parts: Parts, call: Call, key: string, given: ComposioRun<Schema>) {
  const { slug, properties } = await learn(parts, call, key, given.tool)
  const { slugs, toolkit, writes = false }: ComposioTool = composioTools[given.tool]
  const version = toolkitVersions[toolkit]
  const body = {
    ...{
      connected_account_id: given.account,
      user_id: given.user,
      arguments: argumentsOf(given.tool, given.input, properties),
    },
    ...(version ? { version } : {}),
  }
  const request = { method: 'POST' as const, writes, body, schema: Executed, isBackground: given.isBackground ?? false }
  const [first, second] = slug ? [slug, slugs.find((one) => one !== slug)] : slugs
  let answer: z.output<typeof Executed>
  try {
    answer = await call(`/tools/execute/${first}`, request)
  } catch (error) {
    if (!(error instanceof ProviderError) || ![404, 410].includes(error.status ?? 0) || !second) throw error
    answer = await call(`/tools/execute/${second}`, request)
  }
  return read(parts, key, given, answer, writes)
}

/** What a tool answers. A status of 200 does not mean that it worked. */
function read<Schema extends z.ZodType>(
  { provider }: Parts,
  key: string,
  { schema, tool }: ComposioRun<Schema>,
  { data, error, successful, successfull }: z.output<typeof Executed>,
  isUnknown: boolean,
): z.output<Schema> {
  const plain = unwrap(data)
  if ((successful ?? successfull) !== true) {
    const { data: failed } = FailedTool.safeParse(plain)
    const status = failed?.status_code
    const why = safeWords(typeof error === 'string' ? error : failed?.message, key)
    const isLost = isUnknown && (status ?? 500) >= 500
    throw provider.refusal({ kind: kindOfTool(status, why), why }, { ...(status ? { status } : {}), isUnknown: isLost })
  }
  const parsed = schema.safeParse(plain)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = ['data', ...(issue?.path ?? [])].join('.').slice(0, 200)
  const failed = { name, field: `${composioTools[tool].slugs[0]} ${field}` }
  const sentence = `The answer of ${name} is not the documented one: ${failed.field}.`
  throw new ProviderError(
    'invalid',
    { message: sentence, reason: 'integration_invalid', params: failed },
    { isUnknown },
  )
}

function kindOfTool(status: number | undefined, why: string): ProviderRefusal['kind'] {
  if (status === 401 || /\b(expired|invalid_grant|reconnect|not connected)\b/i.test(why)) return 'account'
  if (status === 404 || status === 410) return 'missing'
  if (status === 429) return 'limited'
  return status === undefined || status >= 500 ? 'failed' : 'refused'
}

/** The result itself: it may be a JSON text, and wrapped in `response_data` once more. */
function unwrap(data: unknown): unknown {
  let plain = data
  for (let level = 0; level < 3; level++) {
    if (typeof plain === 'string') plain = jsonIn(plain) ?? plain
    if (typeof plain !== 'object' || plain === null || !Object.hasOwn(plain, 'response_data')) break
    plain = (plain as { response_data: unknown }).response_data
  }
  return typeof plain === 'string' ? (jsonIn(plain) ?? plain) : plain
}

function errorIn(status: number, body: unknown): ProviderRefusal {
  const { data } = Failed.safeParse(body)
  const error = data?.error
  const words = typeof error === 'string' ? error : [error?.message, error?.suggested_fix].filter(Boolean).join(' ')
  const why = words || `It answers with the status ${status}.`
  if (status === 401) return { kind: 'key', why }
  if (status === 404 || status === 410) return { kind: 'missing', why }
  // An account in a bad state, such as an expired sign-in.
  if (status === 422) return { kind: 'account', why }
  return { kind: status >= 500 ? 'failed' : 'refused', why }
}
