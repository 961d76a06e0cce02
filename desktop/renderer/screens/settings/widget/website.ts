import { allowsOrigin, isWebUrl } from '../../../../../shared/origin.ts'
import type { Settings } from '../../../../../shared/settings.ts'

/** The origin of a page whose developer followed the widget's link here, unless it is allowed already. */
export function askedOrigin({ allowedOrigins }: Pick<Settings, 'allowedOrigins'>): string | undefined {
  const [, asked = ''] = /^#allow=(.{1,300})$/.exec(location.hash) ?? []
  const address = decodeOrNothing(asked)
  if (!isWebUrl(address)) return undefined
  const { origin } = new URL(address)
  return isAllowed(allowedOrigins, origin) ? undefined : origin
}

function decodeOrNothing(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** The website's origin if the widget is not allowed there yet; otherwise nothing. */
export function originOf({
  website,
  allowedOrigins,
}: Pick<Settings, 'website' | 'allowedOrigins'>): string | undefined {
  const address = website.trim()
  if (!isWebUrl(address)) return undefined
  const { origin } = new URL(address)
  return isAllowed(allowedOrigins, origin) ? undefined : origin
}

/** The server's own pages, such as the demo, are always allowed. */
const isAllowed = (allowedOrigins: readonly string[], origin: string) =>
  origin === globalThis.location?.origin || allowsOrigin(allowedOrigins, origin)
