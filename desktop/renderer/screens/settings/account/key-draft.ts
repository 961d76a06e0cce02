import type { ApiKey, KeyList, NewApiKey, PresetId } from '../../../../../shared/key.ts'
import type { Scope } from '../../../../../shared/scope.ts'
import type { Faults } from '../../../form/faults.ts'

/** What is typed of a key that is to be made. */
export type KeyDraft = {
  name: string
  /** `own`: the scopes that are chosen one by one. */
  mayDo: PresetId | 'own'
  scopes: Scope[]
  /** Null: it never expires. */
  days: number | null
  /** One in each line. */
  addresses: string
  /** Empty: the site's setting. */
  rate: string
}

export type Change = { change: (part: Partial<KeyDraft>) => void }

const day = 86_400_000

export const emptyKey: KeyDraft = { name: '', mayDo: 'chat', scopes: [], days: null, addresses: '', rate: '' }

/** The preset whose scopes these are. */
export function presetOf({ presets }: Pick<KeyList, 'presets'>, scopes: Scope[]): PresetId | undefined {
  const own = [...scopes].sort().join()
  return presets.find((one) => [...one.scopes].sort().join() === own)?.id
}

/** A key that can do what this one can. */
export function draftLike(key: ApiKey, list: KeyList): KeyDraft {
  const { name, scopes, createdAt, expiresAt, allowIps, ratePerMinute } = key
  return {
    name,
    mayDo: presetOf(list, scopes) ?? 'own',
    scopes,
    days: expiresAt === null ? null : Math.max(1, Math.round((expiresAt - createdAt) / day)),
    addresses: allowIps.join('\n'),
    rate: String(ratePerMinute),
  }
}

const linesOf = (text: string): string[] => text.split('\n').map((line) => line.trim())

export function newKeyOf({ name, mayDo, scopes, days, addresses, rate }: KeyDraft): NewApiKey {
  return {
    name,
    ...(mayDo === 'own' ? { scopes } : { preset: mayDo }),
    expiresInDays: days,
    allowIps: linesOf(addresses).filter(Boolean),
    ...(rate !== '' && { ratePerMinute: Number(rate) }),
  }
}

/** The line in which the first wrong address stands, counted from one, and what is wrong with it. */
export function wrongLine(faults: Faults, addresses: string): { line: number; fault: string } | undefined {
  for (const [path, fault] of faults) {
    const [, place] = /^allowIps\.(\d+)$/.exec(path) ?? []
    if (place === undefined) continue
    const filled = [...linesOf(addresses).entries()].filter(([, line]) => line !== '')
    return { line: (filled[Number(place)]?.[0] ?? 0) + 1, fault: fault.message }
  }
  return undefined
}

/** The scopes with this one given or taken. Who may write may read: of the two, one is kept. */
export function withScope(scopes: Scope[], scope: Scope, on: boolean): Scope[] {
  const rest = scopes.filter((one) => one !== scope)
  if (!on) return rest
  return scope.endsWith(':write')
    ? [...rest.filter((one) => one !== scope.replace(/write$/, 'read')), scope]
    : [...rest, scope]
}
