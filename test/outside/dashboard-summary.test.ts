import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Agent, addAgents, buildDashboard, openAgent, visitorPane } from '../support/agent.ts'
import { faultsIn } from '../support/axe.ts'
import type { OllamaChat } from '../support/fake-ollama.ts'
import { expectHarmless, hostileTexts } from '../support/hostile.ts'
import { type Shop, startShop } from '../support/shop.ts'
import { createGate, type Step } from '../support/steps.ts'

let shop: Shop
let anna: Agent
let page: Page

beforeAll(async () => {
  buildDashboard()
  shop = await startShop()
  await addAgents(shop, 'Anna Marsh')
  await shop.post('/labels', { name: 'Repair', description: 'Something has to be mended' })
  anna = await openAgent(shop.server, 'Anna Marsh')
  page = anna.page
})
afterAll(async () => {
  await anna.close()
  await shop.close()
})
beforeEach(() => summarises([{ text: JSON.stringify(answer) }]))

const answer = {
  summary: 'The visitor asked what a puncture costs.',
  intent: 'Price of a puncture',
  sentiment: 'positive',
  leadQuality: 'warm',
  outcome: 'unanswered',
  topics: ['punctures'],
  unanswered: ['Do you rent tandems?'],
  followUp: 'Send an offer.',
  labels: ['Repair'],
}

/** The model's response to a request for a summary. */
const summarises = (steps: Step[]) =>
  shop.ollama.script((chat: OllamaChat) => (chat.format ? steps : [{ text: 'We are open.' }]))

const started = async () => (await shop.post('/conversations', { message: 'What does a puncture cost?' })).body.id
const summary = () => visitorPane(page).locator('details', { has: page.getByRole('heading', { name: 'Summary' }) })
const button = (name: string) => summary().getByRole('button', { name, exact: true })

test('requests a summary, shows it with outcome and labels, and regenerates it', async () => {
  await anna.show(await started())
  await summary().getByText('No summary yet.').waitFor()
  const gate = createGate()
  summarises([{ wait: gate }, { text: JSON.stringify(answer) }])
  await button('Summarise now').click()
  await button('Summarising…').waitFor()
  expect(await button('Summarising…').isDisabled()).toBe(true)
  gate.open()
  await summary().getByText(answer.summary).waitFor()
  await summary().getByText('Outcome: Not answered').waitFor()
  for (const words of ['Content', 'Warm lead', 'Send an offer.', 'Do you rent tandems?', 'punctures'])
    await summary().getByText(words, { exact: true }).waitFor()
  await summary().getByText('Written by the assistant').waitFor()
  await visitorPane(page).getByRole('img', { name: 'set by the assistant' }).waitFor()
  expect(await faultsIn.light(page)).toEqual([])

  summarises([{ text: JSON.stringify({ ...answer, summary: 'Another one.', outcome: 'answered', labels: [] }) }])
  await button('Summarise again').click()
  await summary().getByText('Another one.').waitFor()
  await visitorPane(page).getByRole('img', { name: 'set by the assistant' }).waitFor({ state: 'detached' })
})

test('says if no model wrote it, and if the conversation continued since', async () => {
  const id = await started()
  await anna.show(id)
  summarises([{ status: 500, body: '' }])
  await button('Summarise now').click()
  await summary().getByText('Put together without a model').waitFor()
  await shop.say(id, { text: 'And on Sundays?' })
  await summary().getByText('The conversation has continued since.').waitFor()
})

test('[threat 3] renders what a model writes as text only', async () => {
  await anna.show(await started())
  const text = hostileTexts.join(' ').slice(0, 900)
  summarises([{ text: JSON.stringify({ ...answer, summary: `Words. ${text}`, topics: hostileTexts.slice(0, 3) }) }])
  await button('Summarise now').click()
  await button('Summarise again').waitFor()
  await summary().getByText('Words.').waitFor()
  await expectHarmless(anna, visitorPane(page))
})
