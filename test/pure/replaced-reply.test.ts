import { expect, test } from 'vitest'
import { answerAfter } from '../../desktop/renderer/live/answer-events.ts'
import { type LogEvent, rowAfter } from '../../desktop/renderer/live/row-events.ts'
import type { ConversationAnswer } from '../../shared/conversation.ts'
import type { Core } from '../../widget/chat/talk/core.ts'
import { applyEvent } from '../../widget/chat/talk/later/events.ts'
import { rowNamed } from '../support/inbox-rows.ts'

const message = (id: string, text: string) => ({ id, ts: 1_000, role: 'agent' as const, type: 'text' as const, text })
const data = { conversationId: 'a', text: 'All.', messages: [message('msg_3', 'All.')], replaces: ['msg_2'] }
const event = { type: 'message.sent', id: 'evt_0000000000000010', at: 1_000, data } as LogEvent

test('the dashboard shows and counts a rewritten reply once', () => {
  const answer = { messages: [message('msg_1', 'Hi'), message('msg_2', 'A ha')] } as unknown as ConversationAnswer
  expect(answerAfter(answer, event).messages.map(({ id }) => id)).toEqual(['msg_1', 'msg_3'])
  const row = rowNamed('a', { messageCount: 2 })
  expect(rowAfter(row, event, 'anna@shop.example')).toMatchObject({ messageCount: 2, lastMessage: 'All.' })
})

test('so does the widget, also if the new reply is empty', () => {
  const chat = { messages: [message('msg_1', 'Hi'), message('msg_2', 'A ha')] }
  const changeChat = (_: string, change: (before: typeof chat) => object) => void Object.assign(chat, change(chat))
  const store = { chat: () => chat, changeChat, mine: () => ({ outbox: [] }) }
  const core = { store, changed() {} } as unknown as Core
  applyEvent(core, 'a', { type: 'message.sent', id: 'evt_1', data })
  expect(chat.messages.map(({ id }) => id)).toEqual(['msg_1', 'msg_3'])
  applyEvent(core, 'a', { type: 'message.sent', id: 'evt_2', data: { messages: [], replaces: ['msg_3'] } })
  expect(chat.messages.map(({ id }) => id)).toEqual(['msg_1'])
})
