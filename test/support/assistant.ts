import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../server/config.ts'
import type { Actor } from '../../server/core/actor.ts'
import type { Context, Services } from '../../server/core/context.ts'
import { silentLog } from '../../server/core/log.ts'
import { createContext } from '../../server/core/transaction.ts'
import { writeReply } from '../../server/features/assistant/reply/reply.ts'
import type { Turn, Written } from '../../server/features/assistant/reply/turn.ts'
import { lockKnowledge, storeDocument } from '../../server/features/knowledge/documents.ts'
import { createOutside } from '../../server/outside/outside.ts'
import { createServices } from '../../server/services.ts'
import type { StoredMessage } from '../../shared/message.ts'
import { mergeSettings, type SettingsPatch } from '../../shared/settings.ts'
import { createTestClock, type TestClock } from './clock.ts'
import type { TestDatabase } from './database.ts'

/** The assistant of a server without its network: services on a database, with a clock that stands still. */
export type Desk = {
  services: Services
  clock: TestClock
  context(settings?: SettingsPatch, site?: string): Promise<Context>
  /** Learns a page of the site. */
  learn(title: string, content: string, url?: string | null): Promise<void>
  close(): void
}

const actor: Actor = {
  kind: 'visitor',
  id: 'visitor',
  name: null,
  scopes: new Set(),
  owner: false,
  role: null,
  site: null,
  key: null,
  session: null,
}

/** Uses a database that other parts of the same test file may use. `file` is the configuration file. */
export function createDesk(
  database: TestDatabase,
  file: Record<string, unknown>,
  environment: Record<string, string> = {},
  clock: TestClock = createTestClock(),
): Desk {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-desk-'))
  const path = join(folder, 'config.json')
  writeFileSync(path, JSON.stringify({ sites: [{ id: 'demo' }, { id: 'other' }], ...file }))
  const config = readConfig({ DATA_DIR: folder, SVC_CONFIG: path, ...environment })
  rmSync(folder, { recursive: true })
  const outside = createOutside(config, clock.ticking, silentLog)
  const services = createServices({
    config,
    database,
    clock: clock.ticking,
    log: silentLog,
    secret: 'the secret of the tests',
    outside,
  })
  const context = async (settings: SettingsPatch = {}, id = 'demo') => {
    const site = await services.sites.find(id)
    if (!site) throw new Error(`there is no site ${id}`)
    return createContext(services, { site: { ...site, settings: mergeSettings(site.settings, settings) }, actor })
  }
  return {
    services,
    clock,
    context,
    async learn(title, content, url = `https://shop.example/${title.toLowerCase()}`) {
      const document = { id: `man_${title}`, kind: 'manual' as const, title, url, category: null, content }
      const ctx = await context()
      await ctx.tx(async (tx) => {
        await lockKnowledge(tx)
        await storeDocument(tx, { ...document, language: 'english', updatedBy: null })
      })
    },
    close: () => outside.close(),
  }
}

/** The knowledge of a small shop: two pages, and an entry without a page. */
export async function learnShop(database: TestDatabase): Promise<void> {
  const desk = createDesk(database, { ai: { provider: 'none' } })
  const abroad = '## Abroad\n\nWe do not ship outside the United Kingdom.'
  await desk.learn('Delivery', `# Delivery\n\nWe deliver inside Marlow for £4.95. It takes two days.\n\n${abroad}`)
  await desk.learn('Returns', '# Returns\n\nYou may send a jacket back within 30 days. Exchanging a size is free.')
  await desk.learn('Team', '# Team\n\nTomasz runs the workshop. Aisha looks after the rental desk.', null)
  desk.close()
}

let written = 0

/** A message as a conversation stores it. */
export const said = (role: 'user' | 'agent', text: string, more: Partial<StoredMessage> = {}): StoredMessage =>
  ({
    id: `msg_${++written}`,
    ts: 0,
    role,
    type: 'text',
    text,
    payload: null,
    feedback: null,
    author: null,
    clientMessageId: null,
    deliveredAt: null,
    seenAt: null,
    ...more,
  }) as StoredMessage

/** A turn whose last message is the visitor's. */
export function turnOf(
  words: string | StoredMessage[],
  more: Partial<Turn['conversation']> = {},
  lead: Turn['lead'] = null,
): Turn {
  const conversation: Turn['conversation'] = {
    id: 'conv_1',
    channel: 'api',
    pageUrl: null,
    pageTitle: null,
    referrer: null,
    utm: null,
    locale: null,
    timezone: null,
    user: null,
    prechat: null,
    data: {},
    ...more,
  }
  return { conversation, lead, history: typeof words === 'string' ? [said('user', words)] : words }
}

/** A reply that is being written: the stream so far, and its result. */
export type Writing = {
  /** `open`, then the pieces of text. */
  stream: string[]
  /** The next piece of text from now on. */
  next(): Promise<string>
  stop(): void
  written: Promise<Written>
}

export function beginReply(ctx: Context, turn: Turn): Writing {
  const stream: string[] = []
  const waiting: ((piece: string) => void)[] = []
  const controller = new AbortController()
  const result = writeReply(ctx, turn, {
    signal: controller.signal,
    open: () => stream.push('open'),
    text(delta) {
      stream.push(delta)
      for (const emitEvent of waiting.splice(0)) emitEvent(delta)
    },
  })
  // A caller that awaits it later still gets the error.
  result.catch(() => {})
  return {
    stream,
    next: () => new Promise((resolve) => waiting.push(resolve)),
    stop: () => controller.abort('asked'),
    written: result,
  }
}

/** The whole reply, and its stream. */
export async function replyTo(ctx: Context, turn: Turn): Promise<Written & { stream: string[]; text: string }> {
  const { stream, written } = beginReply(ctx, turn)
  const done = await written
  const [first] = done.messages
  return { ...done, stream, text: first && 'text' in first ? (first.text ?? '') : '' }
}
