import { accentColours } from '../../../../../shared/accent.ts'
import type { ChatSite } from '../../../../../shared/chat.ts'
import { textOn } from '../../../../../shared/contrast.ts'
import { launcherIcon } from '../../../../../shared/launcher-icon.ts'
import type { SettingsPatch } from '../../../../../shared/settings.ts'
import { safePage } from '../../../ui/web-address.ts'

const given = <T extends object>(part: T | undefined) =>
  Object.fromEntries(Object.entries(part ?? {}).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>
  }

const topLevel = ['botName', 'accent', 'position', 'launcherIcon', 'welcomeMessage', 'starterQuestions'] as const

/** Removes what is incomplete: an invalid colour or URL, an empty row. */
function withoutIncomplete({ accent, ...patch }: SettingsPatch): SettingsPatch {
  const { brand } = patch.widget ?? {}
  const questions = patch.starterQuestions?.filter((question) => question.trim() !== '')
  const avatar = safePage(brand?.avatar)
  const { avatar: _, ...rest } = brand ?? {}
  return {
    ...patch,
    ...(accent && /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(accent) && { accent }),
    ...(questions && { starterQuestions: questions }),
    ...(brand && { widget: { ...patch.widget, brand: { ...rest, ...(avatar && { avatar }) } } }),
  }
}

/** The site as the widget would have it after saving these changes. */
export function siteWith(site: ChatSite, changes: SettingsPatch): ChatSite {
  const patch = withoutIncomplete(changes)
  const { privacyUrl, consent, translations: _, ...look } = given(patch.widget)
  const top = Object.fromEntries(topLevel.flatMap((name) => (patch[name] === undefined ? [] : [[name, patch[name]]])))
  const accent = (look.brand ?? site.widget.brand)?.tokens?.['--accent'] ?? patch.accent ?? site.accent
  return {
    ...site,
    ...top,
    colours: accentColours(accent) ?? site.colours,
    ...(patch.launcherIcon !== undefined && { launcherIcon: launcherIcon(patch.launcherIcon) }),
    ...(patch.accent && { onAccent: textOn(patch.accent) }),
    home: { ...site.home, ...given(patch.home) },
    form: { ...site.form, ...given(patch.leads) },
    privacyUrl: privacyUrl === undefined ? site.privacyUrl : privacyUrl || null,
    consent: consent ?? site.consent,
    widget: unbound({ ...site.widget, ...look }),
  }
}

/** The button and teaser are always shown, on any page and immediately. */
const unbound = ({ launcher, teaser, ...widget }: ChatSite['widget']): ChatSite['widget'] => ({
  ...widget,
  ...(launcher && { launcher: { ...launcher, hideOnPaths: [] } }),
  ...(teaser?.text && { teaser: { text: teaser.text } }),
})
