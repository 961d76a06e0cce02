import { Message, type MessageContent } from '../../../../shared/message.ts'
import type { Context } from '../../../core/context.ts'
import type { ConnectorAnswer, ConnectorRequest, ConnectorTarget } from '../../../outside/connector.ts'
import { connectorOf } from './choose.ts'
import { type Draft, emptyDraft, textMessage } from './draft.ts'
import { cleanReply, replyText } from './reply-text.ts'
import type { ReplyOptions, Turn } from './turn.ts'

/** Lets the site's own AI backend write the reply, streaming if it streams. Throws a ConnectorError. */
export async function writeWithConnector(
  ctx: Context,
  target: ConnectorTarget,
  turn: Turn,
  options: ReplyOptions,
): Promise<Draft> {
  const begun = performance.now()
  const draft = emptyDraft('http')
  const stage = replyText()
  let text = ''
  const show = (delta: string) => {
    if (delta === '') return
    if (text === '') {
      draft.ms.firstToken = performance.now() - begun
      options.open()
    }
    text += delta
    options.text(delta)
  }
  let answer: ConnectorAnswer | undefined
  try {
    for await (const chunk of ctx.services.outside.connector.ask(target, requestOf(turn), options.signal)) {
      if (chunk.kind === 'text') show(stage.push(chunk.text))
      else answer = chunk.answer
    }
  } catch (error) {
    if (!options.signal.aborted) throw error
  }
  draft.ms.model = performance.now() - begun
  if (answer) return { ...draft, ...answered(answer) }
  return { ...draft, messages: text === '' ? [] : [textMessage(text)], interrupted: true }
}

function answered({ messages, lead, handover, usage }: ConnectorAnswer): Partial<Draft> {
  const { name, email, phone } = lead ?? {}
  const contact = { ...(name ? { name } : {}), ...(email ? { email } : {}), ...(phone ? { phone } : {}) }
  return {
    messages: messages.flatMap(cleaned),
    ...(Object.keys(contact).length > 0 ? { lead: contact } : {}),
    ...(handover ? { handover } : {}),
    tokens: { prompt: usage?.input ?? 0, completion: usage?.output ?? 0, window: null },
  }
}

/** A message with its text cleaned like a model's; none if nothing is left of a plain text. */
function cleaned(message: MessageContent): MessageContent[] {
  if (message.text === undefined) return [message]
  const text = cleanReply(message.text)
  if (text !== '') return [{ ...message, text }]
  if (message.type === 'text' || message.type === 'notice') return []
  const { text: _, ...rest } = message
  return [rest]
}

/** Tells the site's own AI backend, if it has one, that a conversation has ended for good. Throws a ConnectorError. */
export async function endAtBackend(
  ctx: Context,
  conversation: Pick<Turn['conversation'], 'id' | 'channel' | 'user'>,
  signal: AbortSignal,
): Promise<void> {
  const target = connectorOf(ctx)
  if (!target) return
  const { id, channel, user } = conversation
  const request: ConnectorRequest = { ...nothingSaid, type: 'end', conversation: { id, channel }, user }
  for await (const _ of ctx.services.outside.connector.ask(target, request, signal));
}

const nothingSaid = { message: null, history: [], context: null, contact: null }

/** The turn as the backend receives it: what the visitor sees, without anything internal to the team. */
function requestOf({ conversation, lead, history, hasStarted = false }: Turn): ConnectorRequest {
  const { id, channel, pageUrl, pageTitle, referrer, utm, locale, timezone, user } = conversation
  const latest = history.at(-1)
  const action = latest?.payload?.action ?? null
  const type = action ? 'action' : history.length <= 1 && !hasStarted ? 'start' : 'message'
  return {
    type,
    conversation: { id, channel },
    message: latest ? { ...Message.parse(latest), ...(action ? { action } : {}) } : null,
    history: history.slice(0, -1).map((message) => Message.parse(message)),
    user,
    context: { pageUrl, pageTitle, referrer, utm, locale, timezone },
    contact: lead && { name: lead.name, email: lead.email, phone: lead.phone },
  }
}
