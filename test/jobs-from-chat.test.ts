import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld, quietAsUsual } from './support/chat.ts'
import { idle } from './support/idle.ts'

let world: ChatWorld
const minute = 60_000

beforeAll(async () => {
  world = await createChatWorld({ file: { timings: quietAsUsual } })
  await world.set({ autoSummary: false })
  await world.api('PUT', '/jobs/pipeline?site=demo', {
    body: {
      fields: [
        { name: 'model', label: 'Model of the bike' },
        { name: 'year', label: 'Year', type: 'number' },
        { name: 'size', label: 'Size', type: 'choice', options: ['Small', 'Large'] },
        { name: 'when', label: 'When it is needed', type: 'date' },
      ],
    },
  })
})
afterAll(() => world.close())
beforeEach(async () => {
  await idle(world)
  world.clock.move(60 * minute)
  await idle(world)
})

const jobsOf = async (id: string): Promise<Body[]> =>
  (await world.api('GET', `/jobs?site=demo&status=all&conversation=${id}`, {})).body.items

/** A chat in which the model, once it ended, says this about the visitor's wish. */
async function chat(messages: string[], wish: Body): Promise<string> {
  world.says({ text: 'Of course.' })
  const { id } = await world.start({
    message: messages[0],
    contact: { name: 'Zoë', email: `zoe@${Date.now()}.example` },
  })
  for (const text of messages.slice(1)) await world.say(id, { text })
  await idle(world)
  world.says({ text: JSON.stringify(wish) })
  await end()
  return id
}
async function end() {
  world.clock.move(6 * minute)
  await idle(world)
}

const wish = (more: Body = {}) => ({
  wantsWork: true,
  title: 'repair my Brompton',
  details: 'The chain of it fell off',
  fields: {},
  ...more,
})

test('a finished chat in which a visitor wants work done becomes a job, with what they wrote and nothing else', async () => {
  const id = await chat(
    ['Can you repair my  BROMPTON of 2019?', 'The chain of it fell off. It is a large one.'],
    wish({ fields: { model: 'Brompton', year: 2019, size: 'large', when: '2030-02-01', colour: 'red' } }),
  )
  const [job] = await jobsOf(id)
  expect(job).toMatchObject({
    ...{ source: 'chat', status: 'open', title: 'repair my Brompton', details: 'The chain of it fell off' },
    fields: { model: 'Brompton', year: '2019', size: 'Large' },
    ...{ contact: { name: 'Zoë' }, conversationId: id },
  })
  expect((await world.emitted(id)).length).toBeGreaterThan(0)
})

test('what the model invents stays empty, and a number is not taken out of a longer one', async () => {
  const id = await chat(
    ['Please repair my bike, number 20190'],
    wish({ title: 'Repair of a Gazelle', details: 'repair my bike', fields: { model: 'Gazelle', year: 2019 } }),
  )
  const [job] = await jobsOf(id)
  expect([job!.fields, job!.details, job!.title]).toEqual([{}, 'repair my bike', 'repair my bike'])
})

test('a job whose title the model invents or leaves out has the longest sentence of its visitor as title', async () => {
  const fields = { model: 'Brompton' }
  const invented = await chat(['Hello', 'My Brompton squeaks, can you come?', 'Thanks'], wish({ details: '', fields }))
  const missing = await chat(['Hello', `Brompton ${'x'.repeat(300)}`], { wantsWork: true, fields })
  const titles = [await jobsOf(invented), await jobsOf(missing)].map((jobs) => jobs.map(({ title }) => title))
  expect(titles).toEqual([['My Brompton squeaks, can you come?'], [`Brompton ${'x'.repeat(151)}`]])
})

test('a wish for which the model finds no word of the visitor becomes no job', async () => {
  const guessed = { title: 'Your request', details: 'Your details', fields: { model: 'Your bike' } }
  const id = await chat(['When do you open on Sundays?'], wish(guessed))
  const bare = await chat(['When do you open on Mondays?'], { wantsWork: true })
  expect([await jobsOf(id), await jobsOf(bare)]).toEqual([[], []])
})

test('a chat without such a wish becomes no job, nor does garbage of the model', async () => {
  const none = await chat(['When do you open?'], { wantsWork: false, title: 'open' })
  const garbage = await chat(['Repair it, please'], { wants: 'yes' })
  expect([await jobsOf(none), await jobsOf(garbage)]).toEqual([[], []])
})

test('a visitor who returns completes the open job, and nothing that the team wrote is changed', async () => {
  const id = await chat(['Repair my Brompton, please'], wish({ fields: { model: 'Brompton' } }))
  const [job] = await jobsOf(id)
  await world.api('PATCH', `/jobs/${job!.id}?site=demo`, {
    body: { fields: { model: 'Brompton P Line' }, title: 'Chain' },
  })
  world.says({ text: 'Thank you.' })
  await world.say(id, { text: 'It is of 2021, by the way' })
  await idle(world)
  world.says({ text: JSON.stringify(wish({ fields: { model: 'Brompton', year: '2021' } })) })
  await end()
  expect((await jobsOf(id)).map(({ title, fields }) => [title, fields])).toEqual([
    ['Chain', { model: 'Brompton P Line', year: '2021' }],
  ])
})

test('a chat whose job is closed becomes no second job', async () => {
  const id = await chat(['Repair my Brompton, please'], wish())
  const [job] = await jobsOf(id)
  const { stages } = (await world.api('GET', '/jobs/pipeline?site=demo', {})).body
  const won = stages.find(({ kind }: Body) => kind === 'won').id
  await world.api('POST', `/jobs/${job!.id}/move?site=demo`, { body: { stageId: won } })
  world.says({ text: 'Thank you.' })
  await world.say(id, { text: 'Can you repair the brake as well?' })
  await idle(world)
  world.says({ text: JSON.stringify(wish({ title: 'repair the brake' })) })
  await end()
  expect((await jobsOf(id)).map(({ status }) => status)).toEqual(['won'])
})

test('the owner turns it off', async () => {
  await world.api('PUT', '/jobs/pipeline?site=demo', { body: { fromChat: false } })
  const id = await chat(['Repair my Brompton, please'], wish())
  expect(await jobsOf(id)).toEqual([])
  await world.api('PUT', '/jobs/pipeline?site=demo', { body: { fromChat: true } })
})

describe('the answers to a flow', () => {
  const flow = (job: boolean) => ({
    ...{ id: 'repair', title: 'Repair' },
    steps: [
      { field: 'model', ask: 'Which bike?', input: 'text' as const },
      { field: 'size', ask: 'Which size?', input: 'choice' as const, choices: ['Small', 'Large'] },
      { field: 'wish', ask: 'What is broken?', input: 'text' as const },
    ],
    submit: { as: 'message' as const, template: 'A {size} {model}: {wish} ({unknown})', ...(job && { job }) },
  })
  const answers = { model: 'Brompton', size: 'Large', wish: 'The {model} brake <b>' }
  const send = (id: string, given: unknown, to = 'flow:repair') => {
    world.says({ text: 'We will see to it.' })
    return world.say(id, { action: { id: to, value: JSON.stringify(given) } })
  }

  test('become one message and one job with the source quote, also without a model', async () => {
    await world.set({ widget: { flows: [flow(true)] } })
    world.says({ text: 'Hello.' })
    const { id } = await world.start({ message: 'Hello', contact: { name: 'Ben', email: 'ben@quotes.example' } })
    expect((await send(id, answers)).status).toBe(200)
    await idle(world)
    const text = 'A Large Brompton: The {model} brake <b> ({unknown})'
    expect((await world.stored(id)).filter(({ role }) => role === 'user').at(-1)!.text).toBe(text)
    const [job, ...others] = await jobsOf(id)
    expect(job).toMatchObject({
      ...{ source: 'quote', details: text, contact: { name: 'Ben' } },
      fields: { model: 'Brompton', size: 'Large' },
    })
    expect(others).toEqual([])
    await send(id, { ...answers, model: 'Gazelle' })
    await idle(world)
    expect((await jobsOf(id)).map(({ fields }) => fields)).toEqual([{ model: 'Brompton', size: 'Large' }])
  })

  test('are refused if they are incomplete, or of a flow that makes no job', async () => {
    world.says({ text: 'Hello.' })
    const { id } = await world.start({ message: 'Hello' })
    for (const wrong of [
      {},
      { ...answers, size: 'Huge' },
      { ...answers, wish: ' ' },
      { ...answers, model: 1 },
      [],
      'x',
      null,
    ])
      expect((await send(id, wrong)).status, JSON.stringify(wrong)).toBe(400)
    expect((await send(id, answers, 'flow:other')).status).toBe(400)
    await world.set({ widget: { flows: [flow(false)] } })
    expect((await send(id, answers)).status).toBe(400)
    await idle(world)
    expect(await jobsOf(id)).toEqual([])
  })
})
