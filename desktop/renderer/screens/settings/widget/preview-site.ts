import type { ChatSite } from '../../../../../shared/chat.ts'
import { textOn } from '../../../../../shared/contrast.ts'
import type { SettingsPatch } from '../../../../../shared/settings.ts'
import { safePage } from '../../../ui/safe-address.ts'

const given = <T extends object>(part: T | undefined) =>
  Object.fromEntries(Object.entries(part ?? {}).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>
  }

const topLevel = ['botName', 'accent', 'position', 'launcherIcon', 'welcomeMessage', 'starterQuestions'] as const

/** Without what is only begun: a colour or an address that is none yet, a row with nothing in it. */
function begun({ accent, ...patch }: SettingsPatch): SettingsPatch {
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

/** The site as the widget would have it if these changes were saved. */
export function siteWith(site: ChatSite, changes: SettingsPatch): ChatSite {
  const patch = begun(changes)
  const { privacyUrl, consent, ...look } = given(patch.widget)
  const top = Object.fromEntries(topLevel.flatMap((name) => (patch[name] === undefined ? [] : [[name, patch[name]]])))
  return {
    ...site,
    ...top,
    ...(patch.accent && { onAccent: textOn(patch.accent) }),
    home: { ...site.home, ...given(patch.home) },
    form: { ...site.form, ...given(patch.leads) },
    privacyUrl: privacyUrl === undefined ? site.privacyUrl : privacyUrl || null,
    consent: consent ?? site.consent,
    widget: unbound({ ...site.widget, ...look }),
  }
}

/** The button and its sentence are to be seen on whatever page, and at once. */
const unbound = ({ launcher, teaser, ...widget }: ChatSite['widget']): ChatSite['widget'] => ({
  ...widget,
  ...(launcher && { launcher: { ...launcher, hideOnPaths: [] } }),
  ...(teaser?.text && { teaser: { text: teaser.text } }),
})
