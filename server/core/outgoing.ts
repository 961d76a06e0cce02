import { rule } from '../../shared/fault.ts'
import type { Purpose } from '../outside/dial-target.ts'
import type { Context } from './context.ts'
import { invalidField } from './error.ts'
import { checkUrlTemplate, placeholdersIn } from './template.ts'

/**
 * 400 unless a configured request may go to this URL: its placeholders are in path and query, and its host is public or
 * named in `outbound.allow`.
 * @param known the first words of the placeholders that exist, such as `data`
 */
export async function checkRequestUrl(
  { services }: Context,
  { field, url, purpose, known }: { field: string; url: string; purpose: Purpose; known: readonly string[] },
): Promise<void> {
  checkUrlTemplate(field, url)
  refuseUnknown(field, url, known)
  const refusal = await services.outside.requests.refusal(url.replaceAll(/\{\{[^{}]*\}\}/g, 'x'), purpose)
  if (refusal !== undefined) throw invalidField(field, rule('address_refused', refusal))
}

/** Host and port of a URL, which may have placeholders in its path. In lower case; empty if there is none. */
export const hostOf = (url: string): string => /^https?:\/\/([^/?#]+)/i.exec(url)?.[1]?.toLowerCase() ?? ''

/** 400 if a template names a placeholder that does not exist. */
export function refuseUnknown(field: string, template: string, known: readonly string[]): void {
  const unknown = placeholdersIn(template).find((path) => !known.includes(path.split('.', 1)[0] as string))
  if (unknown === undefined) return
  const name = unknown.slice(0, 60)
  throw invalidField(field, rule('placeholder_unknown', `There is no placeholder {{${name}}}.`, { name }))
}
