import { allowsOrigin, isWebUrl } from '../../../../../shared/origin.ts'
import type { Settings, SettingsPatch } from '../../../../../shared/settings.ts'

export type Website = Pick<Settings, 'website' | 'allowedOrigins'>

export const originsPatch = ({ website, allowedOrigins }: Website): SettingsPatch => ({
  website: website.trim(),
  allowedOrigins,
})

/** The origin of the website where its pages may not show the widget yet; else nothing. */
export function originOf({ website, allowedOrigins }: Website): string | undefined {
  const address = website.trim()
  if (!isWebUrl(address)) return undefined
  const { origin } = new URL(address)
  return allowsOrigin(allowedOrigins, origin) ? undefined : origin
}
