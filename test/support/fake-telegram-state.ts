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
  /** How often it was edited. */
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
  /** Messages up to this one are too old for a bot without that right to delete. */
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
  /** Answers to button presses. */
  answered: Params[]
  lastMessage: number
  takesHttp: boolean
}

/** An error response of the Bot API. */
export class BotApiError extends Error {
  readonly code: number
  readonly parameters: Params | undefined

  constructor(code: number, description: string, parameters?: Params) {
    super(description)
    this.code = code
    this.parameters = parameters
  }
}
