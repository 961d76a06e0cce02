import type { Services } from '../../../core/context.ts'
import { systemContext } from '../../../core/transaction.ts'
import { emailPhrases } from '../../../language/email.ts'
import { directionOf, visitorLanguage } from '../../../language/languages.ts'
import { admitAddress, refuseAddress } from './addresses.ts'
import { readUnsubscribeToken } from './links.ts'

/** What somebody does on the page that they reach from an email. */
export type Unsubscribing = 'ask' | 'unsubscribe' | 'subscribe'

/** The page afterwards. `next` is what its button does. */
export type UnsubscribePage = {
  language: string
  direction: 'ltr' | 'rtl'
  text: string
  button: string
  next: 'unsubscribe' | 'subscribe'
}

/** Stops emails about chats to the address of a token, or allows them again. Undefined for an unknown token. */
export async function unsubscribe(
  services: Services,
  token: string,
  act: Unsubscribing,
): Promise<UnsubscribePage | undefined> {
  const subscription = readUnsubscribeToken(services, token)
  const site = subscription && (await services.sites.find(subscription.site))
  if (!subscription || !site) return undefined
  const ctx = systemContext(services, site)
  const { address, locale } = subscription
  if (act === 'unsubscribe') await ctx.tx((tx) => refuseAddress(tx, address, 'unsubscribed'))
  if (act === 'subscribe') await ctx.tx((tx) => admitAddress(tx, address))
  const { assistant, businessName } = site.settings
  const words = emailPhrases(locale, assistant.locale)
  const text = { ask: words.unsubscribeAsk, subscribe: words.subscribed, unsubscribe: words.unsubscribed }[act]
  const isOff = act === 'unsubscribe'
  const language = visitorLanguage(locale, assistant.locale)
  return {
    ...{ language, direction: directionOf(language) },
    text: text(masked(address), businessName || site.name),
    button: isOff ? words.subscribe : words.unsubscribe,
    next: isOff ? 'subscribe' : 'unsubscribe',
  }
}

/** What the page says about an unknown token. */
export const unknownLink: Pick<UnsubscribePage, 'language' | 'direction' | 'text'> = {
  ...{ language: 'en', direction: 'ltr' },
  text: emailPhrases('en').linkUnknown,
}

/** Part of an address, which reminds its owner of it and shows nobody else where to write. */
const masked = (address: string): string => address.replace(/^(.)[^@]*/u, '$1…')
