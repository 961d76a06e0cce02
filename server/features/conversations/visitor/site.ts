import { accentColours } from '../../../../shared/accent.ts'
import type { ChatSite } from '../../../../shared/chat.ts'
import { textOn } from '../../../../shared/contrast.ts'
import { launcherIcon } from '../../../../shared/launcher-icon.ts'
import type { Settings } from '../../../../shared/settings.ts'
import { brandTokens } from '../../../../shared/widget.ts'
import type { Context } from '../../../core/context.ts'
import { languageFor } from '../../../language/languages.ts'
import { type Effective, effectiveBooking } from '../../bookings/link.ts'
import { isSomebodyAvailable } from '../../live/availability.ts'
import { sendsToVisitors } from '../../notifications/setup.ts'
import { translated } from './translated.ts'

/**
 * The public settings with which a page draws the chat of a site.
 * @param wanted the visitor's languages, most wanted first
 */
export async function describeSite(ctx: Context, wanted: readonly string[] = []): Promise<ChatSite> {
  const { site, services } = ctx
  const settings = translated(site.settings, wanted)
  const { privacyUrl, consent, translations: _, ...look } = settings.widget
  const { button } = languageFor(settings.assistant.locale)
  const [live, emails, booking] = await Promise.all([
    isSomebodyAvailable(ctx),
    sendsToVisitors(ctx),
    effectiveBooking(ctx),
  ])
  return {
    id: site.id,
    name: settings.businessName || site.name,
    botName: settings.botName,
    accent: settings.accent,
    onAccent: textOn(settings.accent),
    colours: accentColours(look.brand.tokens?.['--accent'] ?? settings.accent) ?? {},
    position: settings.position,
    launcherIcon: launcherIcon(settings.launcherIcon),
    welcomeMessage: settings.welcomeMessage,
    starterQuestions: settings.starterQuestions,
    locale: settings.assistant.locale,
    home: settings.home,
    form: settings.leads,
    live,
    privacyUrl: privacyUrl || null,
    consent,
    captcha: services.config.turnstile?.siteKey ?? null,
    notLoaded: look.strings.notLoaded || button.notLoaded,
    openChat: look.strings.openChat || button.open,
    ...(settings.files.chat !== 'off' && { files: { when: settings.files.chat, maxMb: settings.files.maxChatMb } }),
    ...(emails && { emails }),
    ...bookingsFor(settings, booking),
    maxMessageLength: settings.security.limits.maxMessageLength,
    sessionTtlHours: settings.security.sessionTtlHours,
    widget: filled({ ...look, brand: { ...look.brand, tokens: knownTokens(look.brand.tokens) } }),
  }
}

/** How visitors book, if they can. */
function bookingsFor({ bookings, assistant }: Settings, { mode, link, label }: Effective): Pick<ChatSite, 'bookings'> {
  if (mode === 'none' || (mode === 'link' && link === null)) return {}
  const { title, phone, duration } = bookings
  const timezone = bookings.timezone || assistant.timezone
  return { bookings: { mode, label, link, title, phone, duration, timezone } }
}

const knownTokens = (tokens: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(tokens).filter(([name]) => brandTokens.includes(name)))

const isEmpty = (value: unknown) =>
  value === '' || value === false || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)

/** Without empty values and what is off, because every page loads it. */
function filled<T extends Record<string, unknown>>(given: T): Partial<T> {
  const entries = Object.entries(given).map(([name, value]) => [name, isPlain(value) ? filled(value) : value] as const)
  return Object.fromEntries(entries.filter(([, value]) => !isEmpty(value))) as Partial<T>
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
