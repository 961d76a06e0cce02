import type { ApiKey, KeyList, NewApiKey, PresetId } from '../../../../../shared/key.ts'
import type { Scope } from '../../../../../shared/scope.ts'
import type { Fault, Faults } from '../../../form/faults.ts'

/** The fields of a new key. */
export type KeyDraft = {
  name: string
  /** `own`: individually selected scopes. */
  mayDo: PresetId | 'own'
  scopes: Scope[]
  /** Null: it never expires. */
  days: number | null
  /** One per line. */
  addresses: string
  /** Empty: the site's setting. */
  rate: string
}

export type Change = { change: (part: Partial<KeyDraft>) => void }

const day = 86_400_000

export const emptyKey: KeyDraft = { name: '', mayDo: 'chat', scopes: [], days: null, addresses: '', rate: '' }

/** The preset with these scopes. */
export function presetOf({ presets }: Pick<KeyList, 'presets'>, scopes: Scope[]): PresetId | undefined {
  const own = [...scopes].sort().join()
  return presets.find((one) => [...one.scopes].sort().join() === own)?.id
}

/** A key with the same permissions. */
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

/** The number of the first line with an invalid address, from one, and its fault. */
export function wrongLine(faults: Faults, addresses: string): { line: number; fault: Fault } | undefined {
  for (const [path, fault] of faults) {
    const [, place] = /^allowIps\.(\d+)$/.exec(path) ?? []
    if (place === undefined) continue
    const filled = [...linesOf(addresses).entries()].filter(([, line]) => line !== '')
    return { line: (filled[Number(place)]?.[0] ?? 0) + 1, fault }
  }
  return undefined
}

/** Adds or removes a scope. Write access includes read access, so only one of the two is kept. */
export function withScope(scopes: Scope[], scope: Scope, on: boolean): Scope[] {
  const rest = scopes.filter((one) => one !== scope)
  if (!on) return rest
  return scope.endsWith(':write')
    ? [...rest.filter((one) => one !== scope.replace(/write$/, 'read')), scope]
    : [...rest, scope]
}
