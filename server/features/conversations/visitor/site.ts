import type { ChatSite } from '../../../../shared/chat.ts'
import { textOn } from '../../../../shared/contrast.ts'
import { brandTokens } from '../../../../shared/widget.ts'
import type { Context } from '../../../core/context.ts'
import { type LanguageCode, languageFor } from '../../assistant/phrases.ts'
import { canSomebodyCome } from '../../live/availability.ts'

/** What a page needs to draw the chat of a site; all of it is public. */
export async function describeSite(ctx: Context): Promise<ChatSite> {
  const { site, parts } = ctx
  const { settings } = site
  const { privacyUrl, consent, ...look } = settings.widget
  const language = languageFor(settings.assistant.locale)
  return {
    id: site.id,
    name: settings.businessName || site.name,
    botName: settings.botName,
    accent: settings.accent,
    onAccent: textOn(settings.accent),
    position: settings.position,
    launcherIcon: settings.launcherIcon,
    welcomeMessage: settings.welcomeMessage,
    starterQuestions: settings.starterQuestions,
    locale: settings.assistant.locale,
    home: settings.home,
    form: settings.leads,
    live: await canSomebodyCome(ctx),
    privacyUrl: privacyUrl || null,
    consent,
    captcha: parts.config.turnstile?.siteKey ?? null,
    notLoaded: look.strings.notLoaded || notLoaded[language],
    openChat: look.strings.openChat || openChat[language],
    maxMessageLength: settings.security.limits.maxMessageLength,
    sessionTtlHours: settings.security.sessionTtlHours,
    widget: filled({ ...look, brand: { ...look.brand, tokens: knownTokens(look.brand.tokens) } }),
  }
}

const notLoaded: Record<LanguageCode, string> = {
  en: 'The chat could not be loaded. Try again.',
  de: 'Der Chat konnte nicht geladen werden. Bitte noch einmal versuchen.',
  fr: "Le chat n'a pas pu être chargé. Réessayez.",
  es: 'No se ha podido cargar el chat. Inténtelo de nuevo.',
}

const openChat: Record<LanguageCode, string> = {
  en: 'Open chat',
  de: 'Chat öffnen',
  fr: 'Ouvrir le chat',
  es: 'Abrir el chat',
}

const knownTokens = (tokens: Record<string, string> = {}) =>
  Object.fromEntries(Object.entries(tokens).filter(([name]) => brandTokens.includes(name)))

const isEmpty = (value: unknown) =>
  value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)

/** Without what is empty, at each of its first levels: it is loaded with every page. */
function filled<T extends Record<string, unknown>>(given: T): Partial<T> {
  const entries = Object.entries(given).map(([name, value]) => [name, isPlain(value) ? filled(value) : value] as const)
  return Object.fromEntries(entries.filter(([, value]) => !isEmpty(value))) as Partial<T>
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
