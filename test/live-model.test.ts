import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Body, type ChatWorld, createChatWorld, until } from './support/chat.ts'
import { inconsistencies } from './support/consistency.ts'
import { addPerson, type Person } from './support/team.ts'

const second = 1_000
const minute = 60 * second
const waits = 90 * second
const idle = 30 * minute
const race = 3 * second

let world: ChatWorld
let people: [Person, Person]
let keyId: string

beforeAll(async () => {
  world = await createChatWorld()
  const limits = { messagesPerSitePerDay: 1_000_000, messagesPerSession: 10_000 }
  await world.set({ security: { limits, sessionTtlHours: 8760 } })
  people = [await addPerson(world, 'Anna Adler'), await addPerson(world, 'Bert Brandt')]
  keyId = (await world.get('/me')).body.admin.email
})
afterAll(() => world.close())

/** The expected state of a conversation: everything that decides what happens next. */
type Model = {
  status: 'bot' | 'live' | 'closed'
  owner: string | null
  since: number | null
  taken: number | null
  /** The time of the last message, or when it became live. */
  active: number
  /** Whether the visitor wrote last. What the assistant says when nobody came is an answer. */
  open: boolean
  available: [boolean, boolean]
}

type Step = {
  name: string
  /** Performs the step and updates the model. Returns the expected events. */
  run(id: string, model: Model): Promise<string[]>
}

const at = (id: string, what: string) => `/conversations/${id}/${what}`
const now = () => world.clock.now()
const assistant = { status: 'bot', owner: null, since: null, taken: null } as const
const wait = (model: Model) => ({ since: model.since ?? now() })
const expectStatus = (reply: { status: number; body: Body }, status: number) =>
  expect(reply.status, JSON.stringify(reply.body)).toBe(status)

const says: Step = {
  name: 'the visitor writes',
  async run(id, model) {
    const reply = await world.say(id, { text: 'Hello?' })
    expectStatus(reply, 200)
    const answered = model.status !== 'live'
    expect(reply.body.messages).toHaveLength(answered ? 1 : 0)
    if (model.status === 'closed') Object.assign(model, assistant)
    if (model.status === 'live' && model.owner === null) Object.assign(model, wait(model))
    Object.assign(model, { active: now(), open: !answered })
    return answered ? ['message.received', 'message.sent'] : ['message.received']
  },
}

const asks: Step = {
  name: 'the visitor asks for a person',
  async run(id, model) {
    expectStatus(await world.say(id, { action: { id: 'person', value: '' } }), 200)
    if (model.status === 'live') {
      if (model.owner === null) Object.assign(model, wait(model))
      Object.assign(model, { active: now(), open: true })
      return ['message.received']
    }
    Object.assign(model, assistant, { active: now(), open: false })
    const emitted = ['message.received', 'message.sent', 'handover.requested']
    if (!model.available.includes(true)) return [...emitted, 'handover.missed']
    Object.assign(model, { status: 'live', since: now() })
    return emitted
  },
}

const takes = (place: 0 | 1): Step => ({
  name: `person ${place} takes over`,
  async run(id, model) {
    const { email, post } = people[place]
    const reply = await post(at(id, 'takeover'))
    const isLate = model.owner !== null && model.owner !== email && model.taken !== null && now() - model.taken < race
    expectStatus(reply, isLate ? 409 : 200)
    if (isLate || (model.status === 'live' && model.owner === email && model.since === null)) return []
    Object.assign(model, { status: 'live', owner: email, since: null, taken: now(), active: now() })
    return ['message.sent', 'conversation.assigned']
  },
})

const answers = (who: 0 | 1 | 'key'): Step => ({
  name: `${who === 'key' ? 'a key' : `person ${who}`} answers`,
  async run(id, model) {
    const post = who === 'key' ? world.post : people[who].post
    expectStatus(await post(at(id, 'reply'), { text: 'Hello' }), 201)
    const me = who === 'key' ? keyId : people[who].email
    if (model.status !== 'live' || model.owner === null) Object.assign(model, { owner: me, taken: null })
    Object.assign(model, { status: 'live', since: null, active: now(), open: false })
    return ['message.sent']
  },
})

const gives = (to: 0 | 1 | null): Step => ({
  name: `an admin gives it to ${to === null ? 'nobody' : `person ${to}`}`,
  async run(id, model) {
    const email = to === null ? null : people[to].email
    expectStatus(await world.post(at(id, 'assign'), { to: email }), 200)
    if (model.owner === email) return []
    Object.assign(model, { owner: email, taken: null })
    if (model.status !== 'live') return ['conversation.assigned']
    const isWaiting = to === null && (model.since !== null || model.open)
    Object.assign(model, isWaiting ? wait(model) : { since: null })
    if (to === null) return ['conversation.assigned']
    model.active = now()
    return ['message.sent', 'conversation.assigned']
  },
})

const closes: Step = {
  name: 'somebody closes it',
  async run(id, model) {
    expectStatus(await people[0].post(at(id, 'close')), 200)
    const wasLive = model.status === 'live'
    if (model.status === 'closed') return []
    Object.assign(model, { status: 'closed', since: null, taken: null })
    return wasLive ? ['message.sent', 'conversation.closed'] : ['conversation.closed']
  },
}

const handsBack: Step = {
  name: 'somebody hands it back',
  async run(id, model) {
    const wasLive = model.status === 'live'
    const isWithAssistant = model.status === 'bot'
    expectStatus(await people[1].post(at(id, 'handback')), isWithAssistant ? 409 : 200)
    if (isWithAssistant) return []
    Object.assign(model, assistant)
    return wasLive ? ['message.sent', 'handover.ended'] : ['handover.ended']
  },
}

const passes = (milliseconds: number): Step => ({
  name: `${milliseconds / second} s pass`,
  async run(id, model) {
    world.clock.move(milliseconds)
    await until(async () => {
      const { sql } = world.services.database
      const due = await sql`select from queue where name = ${id} and run_at <= ${now()}`
      return due.length === 0
    })
    if (model.since !== null && now() >= model.since + waits) {
      const hadOwner = model.owner !== null
      Object.assign(model, assistant, { active: now(), open: false })
      return ['handover.missed', 'message.sent', ...(hadOwner ? ['conversation.assigned'] : [])]
    }
    if (model.status !== 'live' || model.since !== null || now() < model.active + idle) return []
    Object.assign(model, { status: 'closed', taken: null })
    return ['message.sent', 'conversation.closed']
  },
})

/** Nobody closes a dashboard here: chats of absent people are tested elsewhere. */
const comesOrGoes = (place: 0 | 1): Step => ({
  name: `person ${place} becomes available, or away`,
  async run(_, model) {
    model.available[place] = !model.available[place]
    await people[place].open(model.available[place])
    return []
  },
})

const steps = [
  ...[says, asks, asks, closes, handsBack],
  ...[takes(0), takes(1), answers(0), answers(1), answers('key'), gives(0), gives(1), gives(null)],
  ...[passes(second), passes(race), passes(waits), passes(idle), comesOrGoes(0), comesOrGoes(1)],
]

/** The event types of a conversation in the log, which has more events than one response. */
async function typesOf(id: string): Promise<string[]> {
  const rows = await world.services.database.sql<{ type: string }[]>`
    select type from events where data ? 'conversationId' and data ->> 'conversationId' = ${id}
      and type <> 'conversation.completed' order by seq`
  return rows.map(({ type }) => type)
}

/** What holds for every conversation at any time: a waiting visitor has a next step, and so has a live chat. */
async function holds(id: string, model: Model): Promise<void> {
  const { sql } = world.services.database
  const jobs = await sql<{ type: string; run_at: number }[]>`select type, run_at from queue where name = ${id}`
  const dueOf = (type: string) => jobs.find((job) => job.type === type)?.run_at ?? Number.POSITIVE_INFINITY
  if (model.since !== null) {
    expect(model.status).toBe('live')
    expect(dueOf('handover.miss')).toBeLessThanOrEqual(model.since + waits)
  }
  if (model.status === 'live') expect(dueOf('conversation.closeIdle')).toBeLessThan(Number.POSITIVE_INFINITY)
}

test('[R62] [R63] [R66] [R70] [R74] [R75] [R76] [U102] [U105] after any actions in any order, a conversation is as the rules say', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...steps), { minLength: 1, maxLength: 14 }), async (sequence) => {
      world.clock.move(minute)
      await people[0].open()
      await people[1].open(false)
      const { id } = await world.start()
      const model: Model = { ...assistant, active: now(), open: false, available: [true, false] }
      for (const step of sequence) {
        const before = (await typesOf(id)).length
        const expected = await step.run(id, model)
        expect((await typesOf(id)).slice(before), step.name).toEqual(expected)
        const { conversation } = (await world.get(`/conversations/${id}`)).body
        expect(conversation, step.name).toMatchObject({
          status: model.status,
          assigned_to: model.owner,
          waiting_since: model.since,
        })
        expect(conversation.closed_at === null, step.name).toBe(model.status !== 'closed')
        await holds(id, model)
      }
    }),
    { numRuns: 40, examples: [[[asks, says, passes(waits), takes(1), gives(null)]]] },
  )
  expect(await inconsistencies(world.services.database.sql)).toEqual([])
}, 120_000)
