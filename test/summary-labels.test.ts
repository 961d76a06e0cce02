import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld, quietAsUsual, until } from './support/chat.ts'
import type { OllamaChat } from './support/fake-ollama.ts'
import { createWorld } from './support/world.ts'

let world: ChatWorld
const minute = 60_000
const label: Record<'repair' | 'rental' | 'own', Body> = {} as never

beforeAll(async () => {
  world = await createChatWorld({ file: { timings: quietAsUsual } })
  label.repair = (await world.post('/labels', { name: 'Repair', description: 'Something has to be mended' })).body
  label.rental = (await world.post('/labels', { name: 'Rental', description: 'They want to rent.' })).body
  label.own = (await world.post('/labels', { name: 'Ours alone', description: 'Secret sauce', ai: false })).body
})
afterAll(() => world.close())
beforeEach(() => world.clock.move(minute))

const chooses = (...labels: string[]) =>
  world.model.script(({ format }) => [{ text: format ? JSON.stringify({ ...answer, labels }) : 'Yes.' }])
const answer = {
  summary: 'They asked about bikes.',
  intent: 'Bikes',
  sentiment: 'neutral',
  leadQuality: 'none',
  outcome: 'answered',
  topics: [],
  unanswered: [],
  followUp: '',
}
const started = async () => (await world.start({ message: 'Do you mend bikes?' })).id as string
const labelsOn = async (id: string): Promise<[string, string][]> =>
  (await world.get(`/conversations/${id}`)).body.labels.map((one: Body) => [one.name, one.addedBy])
const summarize = (id: string) => world.post(`/conversations/${id}/summary`)
const patch = (id: string, body: Body) => world.api('PATCH', `/conversations/${id}?site=demo`, { body })
const lastAsked = () =>
  world.model.seen
    .filter(({ path }) => path === '/api/chat')
    .map(({ json }) => json as OllamaChat)
    .at(-1)!

test('the model chooses from the labels that the assistant may set, by name and description [R43, R44, R145]', async () => {
  const id = await started()
  chooses('repair', 'Ours alone', 'Invented', label.rental.id)
  await summarize(id)
  expect(await labelsOn(id)).toEqual([['Repair', 'ai']])
  const { messages, format } = lastAsked()
  expect(messages[0]!.content).toContain('- Repair: Something has to be mended')
  expect(messages[0]!.content).not.toContain('Ours alone')
  expect(JSON.stringify(format)).toContain('"enum":["Rental","Repair"]')
})

test('a quiet conversation is emitted with its labels [R45, R84, R432]', async () => {
  const id = await started()
  chooses('Rental')
  world.clock.move(5 * minute)
  await until(async () => (await world.completed(id)).length > 0)
  const { id: rental, name, color } = label.rental
  expect((await world.completed(id))[0].data.tags).toEqual([{ id: rental, name, color }])
  expect(await labelsOn(id)).toEqual([['Rental', 'ai']])
})

test('labels set by a person stay; those set by the assistant follow its last choice [R145]', async () => {
  const id = await started()
  await patch(id, { addLabels: ['Ours alone', 'Repair'] })
  const [[, person]] = (await labelsOn(id)) as [[string, string]]
  chooses('Repair', 'Rental')
  await summarize(id)
  expect(await labelsOn(id)).toEqual([
    ['Ours alone', person],
    ['Rental', 'ai'],
    ['Repair', person],
  ])
  chooses()
  await summarize(id)
  expect(await labelsOn(id)).toEqual([
    ['Ours alone', person],
    ['Repair', person],
  ])
})

test('if the model gives no answer, labels stay unchanged', async () => {
  const id = await started()
  chooses('Repair')
  await summarize(id)
  world.says({ status: 500, body: '' })
  await summarize(id)
  expect(await labelsOn(id)).toEqual([['Repair', 'ai']])
})

test('without a model none are set, and the conversation has a summary by rules', async () => {
  const alone = await createWorld()
  const key = await alone.key()
  await alone.api('POST', '/labels', { key, body: { name: 'Repair' } })
  const { id } = (await alone.api('POST', '/conversations', { key, body: { message: 'Do you repair bikes?' } })).body
  const read = async () => (await alone.api('GET', `/conversations/${id}`, { key })).body
  alone.clock.move(5 * minute)
  await until(async () => (await read()).conversation.completed_at !== null)
  const { labels, summary } = await read()
  expect(labels).toEqual([])
  expect(summary).toMatchObject({ by: 'rules', intent: 'Do you repair bikes?' })
  await alone.close()
})
