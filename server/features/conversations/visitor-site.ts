import type { ChatSite } from '../../../shared/chat.ts'
import type { Context } from '../../core/context.ts'
import { canSomebodyCome } from '../availability/people.ts'

/** What a page needs to draw the chat of a site; all of it is public. */
export async function describeSite(ctx: Context): Promise<ChatSite> {
  const { site, parts } = ctx
  const { settings, widget } = site
  return {
    id: site.id,
    name: settings.businessName || site.name,
    botName: settings.botName,
    accent: settings.accent,
    position: settings.position,
    launcherIcon: settings.launcherIcon,
    welcomeMessage: settings.welcomeMessage,
    starterQuestions: settings.starterQuestions,
    locale: settings.assistant.locale,
    home: settings.home,
    form: settings.leads,
    live: await canSomebodyCome(ctx),
    privacyUrl: settings.widget.privacyUrl || widget.privacyUrl || null,
    consent: settings.widget.consent,
    captcha: parts.config.turnstile?.siteKey ?? null,
    maxMessageLength: settings.security.limits.maxMessageLength,
    sessionTtlHours: settings.security.sessionTtlHours,
    widget: {
      brand: widget.brand,
      launcher: widget.launcher,
      teaser: widget.teaser,
      flows: widget.flows,
      forms: widget.forms,
      strings: widget.strings,
    },
  }
}
