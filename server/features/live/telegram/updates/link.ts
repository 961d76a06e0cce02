import { sameText } from '../../../../core/seal.ts'
import { emitChanged } from '../channel.ts'
import { oneLine } from '../compose.ts'
import { enqueueGreeting } from '../greet.ts'
import type { Message } from './update.ts'
import { type Answer, replyTo, type UpdateContext } from './update-context.ts'

const maxGuesses = 5
const guessWindow = 3_600_000

/**
 * Handles a link code: the correct one links this chat. The number of wrong codes answered per person and hour is
 * limited; the code itself is too long to be guessed.
 */
export async function linkChat(context: UpdateContext, message: Message, code: string): Promise<Answer | undefined> {
  const { ctx, channel, phrases } = context
  const { chat, from } = message
  if (!from || !['private', 'group', 'supergroup'].includes(chat.type)) return undefined
  if (channel.chat_id !== null || channel.link_code === null)
    return chat.id === channel.chat_id ? replyTo(message, phrases.alreadyLinked) : undefined
  if ((await countGuesses(context, from.id)) >= maxGuesses) return replyTo(message, phrases.tooManyCodes)
  if (!sameText(code, channel.link_code)) {
    await ctx.sql`
      insert into telegram_guesses (site, user_id, at) values (${ctx.site.id}, ${from.id}, ${ctx.now()})`
    return replyTo(message, phrases.wrongCode)
  }
  await context.as(from).tx(async (tx) => {
    const title = oneLine(chat.title ?? chat.first_name ?? '', 200) || 'Telegram'
    const { count } = await tx.sql`
      update telegram set chat_id = ${chat.id}, chat_title = ${title}, chat_topics = ${chat.is_forum}, link_code = null,
        updated_at = ${tx.now()}
      where site = ${tx.site.id} and chat_id is null and link_code = ${code}`
    if (count === 0) return
    await emitChanged(tx)
    await enqueueGreeting(tx)
  })
  return undefined
}

async function countGuesses({ ctx }: UpdateContext, user: number): Promise<number> {
  const since = ctx.now() - guessWindow
  await ctx.sql`delete from telegram_guesses where site = ${ctx.site.id} and at <= ${since}`
  const [row] = await ctx.sql<{ count: number }[]>`
    select count(*)::integer as count from telegram_guesses where site = ${ctx.site.id} and user_id = ${user}`
  return row?.count ?? 0
}
