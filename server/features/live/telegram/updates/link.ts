import { sameText } from '../../../../core/seal.ts'
import { tellChanged } from '../channel.ts'
import { oneLine } from '../compose.ts'
import { enqueueGreeting } from '../greet.ts'
import type { Message } from './update.ts'
import { type Answer, say, type Visit } from './visit.ts'

const mostGuesses = 5
const guessWindow = 3_600_000

/**
 * Somebody sent a link code: the right one makes this chat the team's. So many wrong ones an hour are answered, of one person;
 * the code itself is too long to be guessed.
 */
export async function linkChat(visit: Visit, message: Message, code: string): Promise<Answer | undefined> {
  const { ctx, channel, phrases } = visit
  const { chat, from } = message
  if (!from || !['private', 'group', 'supergroup'].includes(chat.type)) return undefined
  if (channel.chat_id !== null || channel.link_code === null)
    return chat.id === channel.chat_id ? say(message, phrases.alreadyLinked) : undefined
  if ((await countGuesses(visit, from.id)) >= mostGuesses) return say(message, phrases.tooManyCodes)
  if (!sameText(code, channel.link_code)) {
    await ctx.sql`
      insert into telegram_guesses (site, user_id, at) values (${ctx.site.id}, ${from.id}, ${ctx.now()})`
    return say(message, phrases.wrongCode)
  }
  await visit.as(from).tx(async (tx) => {
    const title = oneLine(chat.title ?? chat.first_name ?? '', 200) || 'Telegram'
    const { count } = await tx.sql`
      update telegram set chat_id = ${chat.id}, chat_title = ${title}, chat_topics = ${chat.is_forum}, link_code = null,
        updated_at = ${tx.now()}
      where site = ${tx.site.id} and chat_id is null and link_code = ${code}`
    if (count === 0) return
    await tellChanged(tx)
    await enqueueGreeting(tx)
  })
  return undefined
}

async function countGuesses({ ctx }: Visit, user: number): Promise<number> {
  const since = ctx.now() - guessWindow
  await ctx.sql`delete from telegram_guesses where site = ${ctx.site.id} and at <= ${since}`
  const [row] = await ctx.sql<{ count: number }[]>`
    select count(*)::integer as count from telegram_guesses where site = ${ctx.site.id} and user_id = ${user}`
  return row?.count ?? 0
}
