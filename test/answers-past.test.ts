import { afterAll, beforeAll, describe, test } from 'vitest'
import { type ChatWorld, createChatWorld } from './support/chat.ts'
import { makeDemoHistory } from './support/demo.ts'
import { expectKept } from './support/golden.ts'
import { idle } from './support/idle.ts'
import { fixed, rowsOf, textOf } from './support/rows.ts'

let world: ChatWorld
let key: string

/** Six weeks of the demo's history, the same in each run. */
beforeAll(async () => {
  world = await createChatWorld({ file: { sites: [{ id: 'demo', name: 'Wrenmouth Cycle Works' }] } })
  world.clock.jump(30_000)
  await makeDemoHistory(await world.context())
  await idle(world)
  key = await world.key(undefined, { ratePerMinute: 100_000 })
})
afterAll(() => world.close())

const headersKept = ['content-type', 'content-disposition', 'cache-control', 'retry-after']

async function answer(method: string, path: string, body?: unknown): Promise<string> {
  const response = await fetch(`${world.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = Buffer.from(await response.arrayBuffer()).toString('latin1')
  const headers = headersKept.flatMap((name) => response.headers.get(name) ?? [])
  const isZip = text.startsWith('PK')
  const said = isZip ? [...text.matchAll(/[\w-]+\.(json|csv|md|txt)/g)].map(([name]) => name).join(' ') : text
  return fixed(
    `## ${method} ${path}${body ? ` ${JSON.stringify(body)}` : ''}\n${response.status} ${headers.join(' ')}\n${said}\n`,
  ).replaceAll('},{', '},\n{')
}

async function keep(name: string, paths: string[]): Promise<void> {
  const answers: string[] = []
  for (const path of paths) answers.push(await answer('GET', path))
  await expectKept(`answers/past/${name}.txt`, answers.join('\n'))
}

/** All pages of a list, by the cursor of each. */
async function pages(path: string): Promise<string[]> {
  const found: string[] = []
  for (let before: string | null = ''; before !== null; ) {
    const more: string = before && `&before=${encodeURIComponent(before)}`
    const { body } = await world.get(path + more)
    found.push(`${path} ${fixed(JSON.stringify(body)).replaceAll('},{', '},\n{')}`)
    before = body.nextBefore ?? body.next ?? null
    if (found.length > 30) break
  }
  return found
}

const day = 86_400_000
const at = (days: number) => Date.UTC(2030, 0, 7, 9) - days * day

describe('the answers of each list', () => {
  test('conversations, by each filter', () =>
    keep(
      'conversations',
      [
        ...['all', 'leads', 'unsummarized', 'callbacks', 'waiting', 'spam', 'none'].map((value) => `filter=${value}`),
        ...['all', 'bot', 'live', 'closed'].map((value) => `status=${value}`),
        ...['positive', 'neutral', 'negative'].map((value) => `sentiment=${value}`),
        ...['hot', 'warm', 'cold', 'none'].map((value) => `quality=${value}`),
        ...['assistant', 'person'].map((value) => `handled=${value}`),
        ...['requested', 'answered', 'missed'].map((value) => `handover=${value}`),
        ...['up', 'down'].map((value) => `rated=${value}`),
        ...['returning', 'oneMessage'].map((value) => `visitor=${value}`),
        ...['answered', 'unanswered', 'lead_captured', 'callback_requested', 'booked'].map(
          (value) => `outcome=${value}`,
        ),
        ...['q=bike', 'q=BIKE%20rent', 'q=e-bike', 'q=%25', 'q=_', 'q=Rad', "q='", 'q=maddie', 'q=conv_'],
        ...['country=GB', 'country=DE', 'assigned=leila@wrenmouthcycles.example.com', 'assigned=nobody', 'label=none'],
        ...['answeredBy=Hanna%20Lind', 'topic=rental', 'asked=dogs', 'hour=9&tz=Europe/Berlin', 'hour=23&tz=UTC'],
        ...[`from=${at(7)}`, `to=${at(7)}`, `from=${at(14)}&to=${at(7)}`, `from=${at(1)}&to=${at(2)}`],
        ...['page=%2Fdemo%2Frental.html', 'page=', 'externalId=x', 'before=nonsense', 'tz=Nowhere', 'hour=24'],
      ].flatMap((query) => [
        `/conversations?limit=${query.startsWith('q=') || query.startsWith('filter') ? 4 : 2}&${query}`,
      ]),
    ))

  test('conversations, page by page, and some completely', async () => {
    const { items } = (await world.get('/conversations?limit=100')).body
    await expectKept('answers/past/conversation-pages.txt', (await pages('/conversations?limit=30')).join('\n'))
    const chosen = items.filter((_: unknown, place: number) => place % 3 === 0)
    await keep(
      'whole-conversations',
      chosen.map(({ id }: { id: string }) => `/conversations/${id}`),
    )
  })

  test('contacts, callbacks, gaps and team data', async () => {
    const leads = (await world.get('/leads?limit=500')).body.items as { id: string }[]
    await keep('contacts', [
      '/leads?limit=3',
      ...['new', 'contacted', 'qualified', 'won', 'lost', 'other'].map((status) => `/leads?status=${status}`),
      ...['q=maddie', 'q=%2B44', 'q=example.com&limit=3', `from=${at(10)}&limit=3`, `to=${at(30)}&limit=3`].map(
        (query) => `/leads?${query}`,
      ),
      ...leads.slice(0, 6).flatMap(({ id }) => [`/leads/${id}`, `/leads/${id}/archive`]),
      '/leads.csv',
      '/leads.csv?status=won',
      ...['open', 'done', 'dismissed', 'all', 'other'].map((status) => `/callbacks?status=${status}`),
      `/callbacks?status=all&from=${at(10)}`,
      ...['open', 'answered', 'dismissed', 'all'].map((status) => `/knowledge/gaps?status=${status}&limit=5`),
      ...['/contact-tags', '/attribute-definitions', '/attribute-definitions?entity=contact', '/labels'],
      ...['/canned-replies', '/live/status', '/live/away?since=0', '/conversations/counts', '/usage', '/retention'],
      ...['/retention?conversations=10&leads=10&callbacks=10', '/audit?limit=5', '/demo/history', '/keys', '/admins'],
      ...['/settings', '/prompt', '/agent/export', '/models', '/knowledge/status', '/knowledge/runs', '/version'],
      ...['/knowledge/pages?limit=3', '/knowledge/manual', '/knowledge/files', '/knowledge/facts', '/me'],
    ])
    await expectKept('answers/past/contact-pages.txt', (await pages('/leads?limit=7')).join('\n'))
  })

  test('the overview, over each period and zone', () =>
    keep(
      'overview',
      [1, 7, 30, 43, 90]
        .flatMap((days) => [`/overview?days=${days}`])
        .concat(
          ['Europe/Berlin', 'Asia/Kolkata', 'America/Los_Angeles', 'Nowhere'].map((tz) => `/overview?days=30&tz=${tz}`),
          ['/overview?days=0', '/overview?days=366'],
        ),
    ))

  test('the events', async () => {
    const first = (await world.get('/events?limit=500')).body.items.at(-1).id
    await keep('events', [
      '/events?limit=1',
      '/events?limit=500',
      `/events?after=${first}&limit=500`,
      '/events?after=x',
    ])
  })

  test('search, and testing the assistant', async () => {
    world.says({ text: 'Yes, well-behaved dogs are welcome.' })
    const answers: string[] = []
    for (const query of [
      'puncture price',
      'opening hours on sunday',
      'Wie lange dauert eine Reparatur?',
      'xyzzy',
      'e-bike batery',
    ])
      for (const k of [1, 5]) answers.push(await answer('POST', '/knowledge/search', { query, k }))
    for (const text of [
      'Are dogs welcome?',
      'Hello',
      'Thanks',
      'I want to talk to a person',
      'What is the capital of Peru?',
    ])
      answers.push(await answer('POST', '/assistant/chat', { messages: [{ role: 'user', text }] }))
    const asked = world.model.seen.flatMap(({ path, body }) =>
      path === '/api/chat' ? [JSON.stringify(body, null, 1)] : [],
    )
    await expectKept('answers/past/assistant.txt', [...answers, ...asked.map(fixed)].join('\n'))
  })
})

test('every row of the six weeks', async () => {
  const rows = [...(await rowsOf(world)).values()].map(({ table, row }) => {
    const filled = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== ''))
    return `${table} ${textOf(filled)}`.slice(0, 1_500)
  })
  const left = /^(audit|api_keys|postings|events|file_parts|vectors|queue|passages|documents|traces) /
  const counts = Map.groupBy(rows, (row) => row.split(' ')[0] as string)
  await expectKept(
    'answers/past/rows.txt',
    [
      ...[...counts].map(([table, all]) => `${table}: ${all.length}`),
      ...rows.filter((row) => !left.test(row)).sort(),
    ].join('\n'),
  )
})
