// biome-ignore lint/suspicious/noExplicitAny: what a caller sends, whatever it is
export type Params = Record<string, any>

export type FakeBot = {
  token: string
  id: number
  first_name: string
  username: string
  webhook: Params | undefined
  lastUpdate: number
}

export type Sent = {
  id: number
  topic: number | undefined
  text: string
  entities: { type: string; offset: number; length: number }[]
  buttons: { text: string; callback_data: string }[]
  replyTo: number | undefined
  /** How often it was changed. */
  edits: number
}

export type Chat = {
  id: number
  type: 'private' | 'group' | 'supergroup'
  title?: string
  first_name?: string
  is_forum: boolean
  mayManageTopics: boolean
  mayDelete?: boolean
  /** Messages up to this one were sent too long ago for a bot without that right to delete them. */
  oldUpTo?: number
  isKicked: boolean
  movedTo?: number
  topics: Map<number, { name: string; closed: boolean }>
  /** What the bot wrote. */
  messages: Sent[]
}

export type TelegramState = {
  bots: Map<string, FakeBot>
  chats: Map<number, Chat>
  /** Answers to pressed buttons. */
  answered: Params[]
  lastMessage: number
  takesHttp: boolean
}

/** A refusal as the Bot API gives it. */
export class BotApiError extends Error {
  readonly code: number
  readonly parameters: Params | undefined

  constructor(code: number, description: string, parameters?: Params) {
    super(description)
    this.code = code
    this.parameters = parameters
  }
}
