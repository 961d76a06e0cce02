import {
  BotApiError,
  type Chat,
  type FakeBot,
  type Params,
  type Sent,
  type TelegramState,
} from './fake-telegram-state.ts'

/** What the Bot API's methods do and reject, with the messages of the real one. */
export const methods: Record<string, (state: TelegramState, bot: FakeBot, params: Params) => unknown> = {
  getMe: (_, { id, first_name, username }) => ({ id, is_bot: true, first_name, username, can_join_groups: true }),
  setWebhook(state, bot, { url, secret_token, allowed_updates, max_connections, drop_pending_updates }) {
    if (!String(url).startsWith('https://') && !state.takesHttp)
      throw new BotApiError(400, 'Bad Request: bad webhook: An HTTPS URL must be provided for webhook')
    if (!/^[A-Za-z0-9_-]{1,256}$/.test(String(secret_token)))
      throw new BotApiError(400, 'Bad Request: secret token contains unallowed characters')
    bot.webhook = { url, secret_token, allowed_updates, max_connections, drop_pending_updates }
    return true
  },
  deleteWebhook(_, bot) {
    bot.webhook = undefined
    return true
  },
  getWebhookInfo: (_, { webhook }) => ({
    url: webhook?.url ?? '',
    has_custom_certificate: false,
    pending_update_count: 0,
  }),
  getChat: (state, _, params) => describe(chatOf(state, params)),
  getChatMember(state, bot, params) {
    const { mayManageTopics } = chatOf(state, params)
    const user = { id: params.user_id, is_bot: true, first_name: bot.first_name }
    return mayManageTopics
      ? { user, status: 'administrator', can_manage_topics: true }
      : { user, status: 'member', can_manage_topics: false }
  },
  sendMessage: (state, _, params) => {
    const chat = chatOf(state, params)
    checkText(params)
    checkTopic(chat, params.message_thread_id)
    const sent = {
      id: ++state.lastMessage,
      topic: params.message_thread_id,
      text: String(params.text),
      entities: params.entities ?? [],
      buttons: buttonsOf(params),
      replyTo: params.reply_parameters?.message_id,
      edits: 0,
    }
    chat.messages.push(sent)
    return asMessage(chat, sent)
  },
  editMessageText(state, _, params) {
    const chat = chatOf(state, params)
    checkText(params)
    const sent = chat.messages.find(({ id }) => id === params.message_id)
    if (!sent) throw new BotApiError(400, 'Bad Request: message to edit not found')
    const buttons = buttonsOf(params)
    if (sent.text === params.text && JSON.stringify(sent.buttons) === JSON.stringify(buttons))
      throw new BotApiError(400, 'Bad Request: message is not modified')
    Object.assign(sent, { text: params.text, entities: params.entities ?? [], buttons, edits: sent.edits + 1 })
    return asMessage(chat, sent)
  },
  createForumTopic(state, _, params) {
    const chat = forumOf(state, params)
    if (!params.name || String(params.name).length > 128) throw new BotApiError(400, 'Bad Request: TOPIC_NAME_INVALID')
    const id = ++state.lastMessage
    chat.topics.set(id, { name: String(params.name), closed: false })
    return { message_thread_id: id, name: params.name, icon_color: 7322096 }
  },
  deleteForumTopic(state, _, params) {
    const chat = forumOf(state, params)
    if (!chat.mayDelete) throw new BotApiError(400, 'Bad Request: not enough rights to delete messages')
    if (!chat.topics.delete(Number(params.message_thread_id)))
      throw new BotApiError(400, 'Bad Request: message thread not found')
    return true
  },
  deleteMessages(state, _, params) {
    const chat = chatOf(state, params)
    const ids = params.message_ids as number[]
    if (!(ids.length >= 1 && ids.length <= 100)) throw new BotApiError(400, 'Bad Request: wrong number of messages')
    if (!chat.mayDelete && ids.some((id) => id <= (chat.oldUpTo ?? 0)))
      throw new BotApiError(400, "Bad Request: message can't be deleted")
    chat.messages = chat.messages.filter(({ id }) => !ids.includes(id))
    return true
  },
  closeForumTopic: (state, _, params) => setClosed(state, params, true),
  reopenForumTopic: (state, _, params) => setClosed(state, params, false),
  answerCallbackQuery(state, _, params) {
    if (!params.callback_query_id) throw new BotApiError(400, 'Bad Request: query is too old or query ID is invalid')
    state.answered.push(params)
    return true
  },
}

function chatOf(state: TelegramState, { chat_id }: Params): Chat {
  const chat = state.chats.get(Number(chat_id))
  if (!chat) throw new BotApiError(400, 'Bad Request: chat not found')
  if (chat.movedTo !== undefined)
    throw new BotApiError(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
      migrate_to_chat_id: chat.movedTo,
    })
  if (chat.isKicked) throw new BotApiError(403, 'Forbidden: bot was kicked from the supergroup chat')
  return chat
}

function forumOf(state: TelegramState, params: Params): Chat {
  const chat = chatOf(state, params)
  if (!chat.is_forum) throw new BotApiError(400, 'Bad Request: the chat is not a forum')
  if (!chat.mayManageTopics) throw new BotApiError(400, 'Bad Request: not enough rights to create a topic')
  return chat
}

function setClosed(state: TelegramState, params: Params, closed: boolean): true {
  const topic = forumOf(state, params).topics.get(Number(params.message_thread_id))
  if (!topic) throw new BotApiError(400, 'Bad Request: message thread not found')
  if (topic.closed === closed) throw new BotApiError(400, 'Bad Request: TOPIC_NOT_MODIFIED')
  topic.closed = closed
  return true
}

function checkText({ text, parse_mode, entities }: Params): void {
  if (typeof text !== 'string' || text.trim() === '') throw new BotApiError(400, 'Bad Request: message text is empty')
  if (text.length > 4096) throw new BotApiError(400, 'Bad Request: message is too long')
  if (parse_mode !== undefined) throw new BotApiError(400, "Bad Request: can't parse entities")
  for (const { offset, length } of (entities ?? []) as { offset: number; length: number }[])
    if (offset < 0 || length < 1 || offset + length > text.length)
      throw new BotApiError(400, 'Bad Request: ENTITY_BOUNDS_INVALID')
}

function checkTopic(chat: Chat, id: number | undefined): void {
  if (id === undefined) return
  const topic = chat.topics.get(id)
  if (!topic) throw new BotApiError(400, 'Bad Request: message thread not found')
  if (topic.closed) throw new BotApiError(400, 'Bad Request: TOPIC_CLOSED')
}

const buttonsOf = ({ reply_markup }: Params): Sent['buttons'] => reply_markup?.inline_keyboard?.flat() ?? []

export const describe = ({ id, type, title, is_forum, first_name }: Chat) => ({
  id,
  type,
  ...(title === undefined ? {} : { title }),
  ...(first_name === undefined ? {} : { first_name }),
  ...(is_forum ? { is_forum } : {}),
})

const asMessage = (chat: Chat, { id, text, topic }: Sent) => ({
  message_id: id,
  date: 1,
  chat: describe(chat),
  text,
  ...(topic === undefined ? {} : { message_thread_id: topic, is_topic_message: true }),
})
