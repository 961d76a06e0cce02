import type { Page } from 'playwright-core'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Agent, addAgents, buildDashboard, eventually, openAgent, pane } from '../support/agent.ts'
import { goTo } from '../support/desk-page.ts'
import { pageIdle } from '../support/idle.ts'
import { type Shop, startShop } from '../support/shop.ts'

let shop: Shop
let anna: Agent
let page: Page

const question = 'Do you rent out tandems?'

beforeAll(async () => {
  buildDashboard()
  shop = await startShop()
  await addAgents(shop, 'Anna Marsh')
  await shop.call('PUT', '/settings', { body: { settings: { assistant: { copilot: false } } } })
  shop.ollama.script(() => [{ text: 'I do not know that.' }, { tool: 'note_unanswered', arguments: { question } }])
  anna = await openAgent(shop.server, 'Anna Marsh')
  page = anna.page
})
afterAll(async () => {
  await anna.close()
  await shop.close()
})

const field = () => pane(page).getByRole('textbox', { name: /^Reply to/ })
const entries = async () => (await shop.get('/knowledge/manual')).body.entries
const gaps = async (status: string) => (await shop.get(`/knowledge/gaps?status=${status}`)).body.gaps

async function answered(): Promise<string> {
  const { id } = (await shop.post('/conversations', { message: question, contact: { name: 'Ada Gray' } })).body
  await anna.show(id)
  await page.keyboard.press('Escape')
  await page.keyboard.press('t')
  await eventually(() => field().evaluate((box) => box === document.activeElement)).toBe(true)
  await page.keyboard.type('Yes Ada, two tandems.')
  await page.keyboard.press('Control+Enter')
  await eventually(async () => (await shop.get(`/conversations/${id}`)).body.messages.at(-1).author?.name).toBe(
    'Anna Marsh',
  )
  return id
}

test('one key turns a reply into an entry, which is edited before it is saved and answers the open question', async () => {
  await answered()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+K')
  const panel = pane(page).getByRole('dialog', { name: 'Teach the assistant' })
  const answer = panel.getByRole('textbox', { name: 'Answer' })
  await answer.waitFor()
  expect(await panel.getByRole('textbox', { name: 'Question' }).inputValue()).toBe(question)
  expect(await answer.inputValue()).toBe('Yes …, two tandems.')
  await panel.getByText('Names and contact details were replaced').waitFor()
  await eventually(() => answer.evaluate((box) => box === document.activeElement)).toBe(true)
  expect(await entries()).toEqual([])
  await answer.fill('Yes, we rent out two tandems.')
  await panel.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Added to the knowledge.').waitFor()
  await eventually(() => field().evaluate((box) => box === document.activeElement)).toBe(true)
  expect(await entries()).toMatchObject([{ title: question, content: 'Yes, we rent out two tandems.' }])
  expect(await gaps('answered')).toMatchObject([{ question, answer: 'Yes, we rent out two tandems.' }])
})

test('nothing is saved if the editor is left with Escape', async () => {
  await answered()
  await pane(page).getByRole('button', { name: 'Teach the assistant' }).last().click()
  const panel = pane(page).getByRole('dialog', { name: 'Teach the assistant' })
  await panel.getByRole('textbox', { name: 'Answer' }).waitFor()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await pageIdle(page)
  expect(await entries()).toHaveLength(1)
})

test('a proposed answer waits in the knowledge with its chat, and is added, edited or rejected', async () => {
  // The chat is read a minute after it was closed, so the proposal is put there.
  const sql = postgres(shop.server.databaseUrl!, { max: 1 })
  const [{ id: from }] = (await shop.get('/conversations')).body.items
  const propose = async (asked: string) => {
    shop.ollama.script(() => [{ text: 'I do not know.' }, { tool: 'note_unanswered', arguments: { question: asked } }])
    await shop.post('/conversations', { message: asked })
    await sql`update gaps set proposed_answer = ${`Yes: ${asked}`}, proposed_by = 'reply', proposed_from = ${from}, proposed_at = 1
      where question = ${asked}`
  }
  for (const asked of ['Do you sell kayaks?', 'Can I pay with crypto?', 'Is parking free?']) await propose(asked)
  await sql.end()
  await goTo(page, '/knowledge/gaps')
  await page.getByRole('button', { name: /^Proposed answers 3/ }).click()
  const row = (asked: string) => page.getByRole('listitem').filter({ hasText: asked })
  const proposal = row('kayaks').getByRole('region', { name: 'Proposed answer' })
  await proposal.getByText('Yes: Do you sell kayaks?').waitFor()
  expect(await proposal.getByRole('link', { name: 'Open the chat' }).getAttribute('href')).toBe(
    `/dashboard/inbox/all/${from}`,
  )
  await page.getByRole('button', { name: 'Add the proposed answer to “Do you sell kayaks?” to the knowledge' }).click()
  await row('kayaks').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Edit the proposed answer to “Can I pay with crypto?”' }).click()
  const editor = page.getByRole('textbox', { name: 'Your answer' })
  expect(await editor.inputValue()).toBe('Yes: Can I pay with crypto?')
  await editor.fill('No, but by card.')
  await page.keyboard.press('Control+Enter')
  await row('crypto').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Reject the proposed answer to “Is parking free?”' }).click()
  await page.getByText('No proposed answers.').waitFor()
  const answers = Object.fromEntries(
    (await gaps('all')).map((gap: { question: string; answer: string }) => [gap.question, gap.answer]),
  )
  expect(answers).toMatchObject({
    'Do you sell kayaks?': 'Yes: Do you sell kayaks?',
    'Can I pay with crypto?': 'No, but by card.',
    'Is parking free?': null,
  })
})
