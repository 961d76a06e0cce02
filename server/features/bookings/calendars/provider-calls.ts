import type { IntegrationKind } from '../../../../shared/integration.ts'
import type { Context } from '../../../core/context.ts'
import { failure } from '../../../core/failure.ts'
import { ProviderError } from '../../../core/provider-error.ts'
import { type CallKind, noteResult } from '../../integrations/integrations.ts'
import { CalendarError } from './calendar.ts'

/** Failures that the owner of the integration sees. The others concern one call only. */
const ofIntegration = new Set<ProviderError['kind']>(['key', 'scopes', 'licence', 'account', 'failed', 'invalid'])

/** Calls a provider: notes the result for the owner, and throws a CalendarError instead of a ProviderError. */
async function calling<T>(ctx: Context, kind: IntegrationKind, call: CallKind, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work()
    await noteResult(ctx, kind, call, undefined)
    return result
  } catch (error) {
    if (error instanceof ProviderError && ofIntegration.has(error.kind)) await noteResult(ctx, kind, call, error)
    throw error instanceof ProviderError ? asCalendarError(error) : error
  }
}

/** The calls of a provider: those that read, and those that write. */
export const callsOf = (ctx: Context, kind: IntegrationKind) => ({
  reading: <T>(work: () => Promise<T>) => calling(ctx, kind, 'read', work),
  writing: <T>(work: () => Promise<T>) => calling(ctx, kind, 'write', work),
})

const reasons: Record<ProviderError['kind'], CalendarError['reason']> = {
  key: 'connect',
  account: 'connect',
  scopes: 'setup',
  licence: 'setup',
  refused: 'setup',
  taken: 'taken',
  limited: 'busy',
  missing: 'failed',
  failed: 'failed',
  invalid: 'failed',
}

function asCalendarError(error: ProviderError): CalendarError {
  const { isUnknown: unknown, retryAfter } = error
  return new CalendarError(reasons[error.kind], error.message, { unknown, retryAfter, cause: error })
}

/** What a call finds; undefined if the provider has no such record. */
export async function ifThere<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'missing') return undefined
    throw error
  }
}

/** A call that follows a write. If it fails, what was written is there, so the result is unknown. */
export async function afterWriting<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { kind, status, why, retryAfter } = error
    throw new ProviderError(kind, error, { status, why, retryAfter, isUnknown: true })
  }
}

/** The most pages that are read one after the other. A provider that repeats pages would otherwise never end. */
export const maxPages = 50

/** The provider names the page that it just sent as the next one. What is on the others is unknown. */
export function repeatedPage(name: string): ProviderError {
  const field = 'the next page'
  const sentence = `The answer of ${name} is not the documented one: ${field}.`
  return new ProviderError('invalid', failure('integration_invalid', sentence, { name, field }))
}

/** The provider's event is not what was asked for: it was undone. */
export const otherTime = (name: string): CalendarError =>
  new CalendarError('failed', `${name} stored the event at another time, so it was removed again.`)

/** Splits a span into parts of at most this length. */
export function partsOf({ start, end }: { start: number; end: number }, length: number) {
  const parts: { start: number; end: number }[] = []
  for (let at = start; at < end; at += length) parts.push({ start: at, end: Math.min(end, at + length) })
  return parts
}
