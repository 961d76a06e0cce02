import type { Context, Tx } from '../../../core/context.ts'
import type { Sql } from '../../../database/database.ts'
import { type EmailPhrases, emailPhrases } from '../../../language/email.ts'
import { visitorLanguage } from '../../../language/languages.ts'
import { knownContactJson, type LeadLink } from '../../contacts/leads/known.ts'
import { type EmailContent, layout } from '../layout.ts'
import { delayAfter, type Email, NotSent, sendEmail } from '../send.ts'
import { findService, noteResult } from '../setup.ts'
import { addressHash, findRefusal, refuseAddress } from './addresses.ts'
import { chatLink, unsubscribeLink } from './links.ts'

/** Somebody who can be emailed about their chat. `open_until`: how long their page counts as open. */
export type Visitor = {
  id: string
  locale: string | null
  email: string
  /** What they wrote last. */
  question: string | null
  open_until: number | null
}

/**
 * The address of the visitor of a conversation `c`: the one at which they want an answer, otherwise that of the contact as
 * far as it is known to be theirs.
 */
export const visitorAddress = (sql: Sql) => sql`coalesce(c.reply_email, ${knownContactJson(sql)} ->> 'email')`

/** The same address, from the rows of a conversation and its contact. */
export const addressIn = (
  { reply_email, lead_proof, lead_claim }: LeadLink & { reply_email: string | null },
  lead: { email: string | null } | null,
): string | null => reply_email ?? (lead_proof === null ? lead_claim : lead)?.email ?? null

/** The visitor of a chat, if they left an address. */
export async function findVisitor({ sql, site }: Context, conversationId: string): Promise<Visitor | undefined> {
  const [visitor] = await sql<(Omit<Visitor, 'email'> & { email: string | null })[]>`
    select c.id, c.locale, ${visitorAddress(sql)} as email,
      (select text from messages m where m.conversation_id = c.id and m.role = 'user' order by seq desc limit 1) as question,
      (select until from visitor_presence v where v.conversation_id = c.id) as open_until
    from conversations c where c.id = ${conversationId} and c.site = ${site.id} and c.channel = 'widget' and not c.spam`
  return visitor?.email ? { ...visitor, email: visitor.email } : undefined
}

/** What the limits and the next email know of a sent one. `seq`: of the last message in it. */
export type Kept = { conversationId: string; kind: 'reply' | 'transcript'; seq: number }

type Content = Pick<EmailContent, 'title' | 'subject' | 'paragraphs' | 'sections'>

/** An email about a chat: with a button that continues it, the reason for the email, and two ways to unsubscribe. */
export function visitorEmail(
  ctx: Context,
  { id, locale, email }: Pick<Visitor, 'id' | 'locale' | 'email'>,
  contentOf: (words: EmailPhrases, business: string) => Content,
): Email {
  const { settings, name } = ctx.site
  const words = emailPhrases(locale, settings.assistant.locale)
  const business = settings.businessName || name
  const unsubscribe = unsubscribeLink(ctx, { address: email, locale })
  const content = layout({
    ...contentOf(words, business),
    business,
    language: visitorLanguage(locale, settings.assistant.locale),
    action: { label: words.goOn, url: chatLink(ctx, id) },
    footer: { text: words.why(business), label: words.unsubscribe, url: unsubscribe },
  })
  return {
    ...content,
    to: email,
    // RFC 8058: mail programs show a button for it.
    headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  }
}

/**
 * Sends an email to a visitor, and stores that it was sent, or that the address does not exist.
 * @param failures how many attempts failed before
 * @param keep stores that it was sent
 * @throws NotSent if it is to be sent again
 */
export async function deliver(
  ctx: Context,
  email: Email,
  failures: number,
  keep?: (tx: Tx) => Promise<void>,
): Promise<void> {
  const service = await findService(ctx)
  if (!service?.enabled || !service.to_visitors || (await findRefusal(ctx, email.to))) return
  const sent = await sendEmail(ctx, service, email)
  const delay = delayAfter(sent, failures)
  await ctx.tx(async (tx) => {
    if (sent.isAddress) await refuseAddress(tx, email.to, 'bounced', sent.failed?.message)
    else await noteResult(tx, sent.failed)
    if (sent.ok) await keep?.(tx)
  })
  if (delay !== undefined) throw new NotSent(sent, delay)
}

/** Stores that an email was sent, or will be. */
export async function keepSent(
  { sql, site, services, now }: Context,
  to: string,
  { conversationId, kind, seq }: Kept,
): Promise<void> {
  // The conversation may have been deleted in the meantime.
  await sql`
    insert into visitor_emails (site, conversation_id, address, kind, seq, at)
    select ${site.id}, id, ${addressHash(services, to)}, ${kind}, ${seq}, ${now()} from conversations where id = ${conversationId}`
}
