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
import { testTelegram } from './trial.ts'

const path = '/live/telegram'

export const telegramOperations = {
  get: get(path, {
    summary: "The team's chat in Telegram",
    description: 'How live chats are answered from Telegram, and what is wrong with it. The token is never in it.',
    scope: 'settings:read',
    input: z.object({}),
    output: Telegram,
    run: getTelegram,
  }),
  connect: post(path, {
    summary: 'Connect a Telegram bot',
    description:
      "Checks the token, and points the bot's webhook at this server. Then add the bot to the team's group (with topics, the bot an admin that may manage them), or open it in private, and send `/link <linkCode>` there. 409 where the bot works for another site, 502 where Telegram cannot be reached.",
    scope: 'settings:write',
    status: 201,
    errors: [502],
    input: ConnectTelegram,
    output: Telegram,
    run: connectTelegram,
  }),
  update: patch(path, {
    summary: 'Change what goes to Telegram',
    scope: 'settings:write',
    input: UpdateTelegram,
    output: Telegram,
    run: updateTelegram,
  }),
  test: post(`${path}/test`, {
    summary: 'Test the way to Telegram',
    description:
      "Asks for the bot and its webhook, which is set right, sees whether the bot may manage topics, and writes a line into the team's chat.",
    scope: 'settings:write',
    input: z.object({}),
    output: TelegramTested,
    run: testTelegram,
  }),
  disconnect: del(path, {
    summary: 'Disconnect the Telegram bot',
    description: 'Forgets its token, its chat and its topics. Live chats stay what they are.',
    scope: 'settings:write',
    input: z.object({}),
    output: TelegramDeleted,
    run: disconnectTelegram,
  }),
}
