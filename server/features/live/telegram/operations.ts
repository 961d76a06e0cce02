import { z } from 'zod'
import {
  ConnectTelegram,
  Telegram,
  TelegramDeleted,
  TelegramTested,
  UpdateTelegram,
} from '../../../../shared/telegram.ts'
import { del, get, patch, post } from '../../../core/operation.ts'
import { connectTelegram, disconnectTelegram, getTelegram, updateTelegram } from './connect.ts'
import { testTelegram } from './test-channel.ts'

const path = '/live/telegram'

export const telegramOperations = {
  get: get(path, {
    summary: 'Retrieve the Telegram connection',
    description:
      'Returns how live chats are answered from Telegram, and current problems. The token is never returned.',
    scope: 'settings:read',
    input: z.object({}),
    output: Telegram,
    run: getTelegram,
  }),
  connect: post(path, {
    summary: 'Connect a Telegram bot',
    description:
      "Checks the token and sets the bot's webhook to this server. Then add the bot to the team's group (for topics, make the bot an admin who can manage topics), or open a private chat with it, and send `/link <linkCode>` there. Returns 409 if the bot is connected to another site, and 502 if Telegram cannot be reached.",
    scope: 'settings:write',
    status: 201,
    errors: [502],
    input: ConnectTelegram,
    output: Telegram,
    run: connectTelegram,
  }),
  update: patch(path, {
    summary: 'Update the Telegram settings',
    scope: 'settings:write',
    input: UpdateTelegram,
    output: Telegram,
    run: updateTelegram,
  }),
  test: post(`${path}/test`, {
    summary: 'Test the Telegram connection',
    description:
      "Checks the bot, restores its webhook, checks whether the bot can manage topics, and sends a message to the team's chat.",
    scope: 'settings:write',
    input: z.object({}),
    output: TelegramTested,
    run: testTelegram,
  }),
  disconnect: del(path, {
    summary: 'Disconnect the Telegram bot',
    description: 'Deletes the token, the chat and its topics. Live chats are not affected.',
    scope: 'settings:write',
    input: z.object({}),
    output: TelegramDeleted,
    run: disconnectTelegram,
  }),
}
