import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../support/agent.ts'
import { until } from '../support/chat.ts'
import {
  anna,
  createScreensWorld,
  expectNoErrors,
  openScreen,
  type Screen,
  type ScreensWorld,
} from '../support/screens-world.ts'

let world: ScreensWorld
let screen: Screen
let waiting: string

beforeAll(async () => {
  world = await createScreensWorld()
  screen = await openScreen(world, anna, '/inbox/all')
  const { sql } = world.services.database
  // Somebody is available, so that visitors may wait.
  await until(async () => (await sql`select from presence where available`).length === 1)
  waiting = await wait('Is my bike ready?')
})
afterAll(async () => {
  await screen?.close()
  await world.close()
})

const minute = 60_000

/** A visitor who waits for a person. */
async function wait(message: string): Promise<string> {
  const { id } = await world.start({ message })
  await world.say(id, { action: { id: 'person', value: '' } })
  return id
}

/** As if the visitor had a page open for another minute, or the last one had closed this long ago. */
async function isThere(conversation: string, present: boolean, since = minute): Promise<void> {
  const until = world.clock.now() + (present ? minute : -since)
  await world.services.database.sql`
    insert into visitor_presence (conversation_id, site, until, present) values (${conversation}, 'demo', ${until}, ${present})
    on conflict (conversation_id) do update set until = excluded.until, present = excluded.present`
  const data = { conversationId: conversation, present, leftAt: present ? null : until }
  world.services.ephemeral.publish('demo', 'visitor.changed', data)
}

const row = (id: string) => screen.page.locator(`[data-row="${id}"]`).first()

test('shows in rows and heads whether the visitor of a live chat is there, and since when not', async () => {
  const { mine } = world.chats
  await isThere(mine, true)
  await isThere(waiting, false, 3.5 * minute)
  await screen.show(`/inbox/all/${mine}`)
  await row(mine).getByRole('img', { name: 'On the website' }).waitFor()
  await screen.page.getByRole('main').getByText('On the website').waitFor()
  await row(waiting)
    .getByText(/left \d min ago/)
    .waitFor()
  await isThere(mine, false, 2.5 * minute)
  await screen.page
    .getByRole('main')
    .getByText(/left \d min ago/)
    .waitFor()
  await isThere(mine, true)
  await screen.page.getByRole('main').getByText('On the website').waitFor()
  expectNoErrors(screen)
})

test('“Take the next one” prefers who is there', async () => {
  const id = await wait('Are you there?')
  // The list of all conversations may show it before the queue does.
  await screen.page.getByRole('region', { name: 'Waiting visitors' }).locator(`[data-row="${id}"]`).waitFor()
  await screen.page.getByRole('button', { name: 'Take next' }).click()
  const owner = async (one: string) => (await world.get(`/conversations/${one}`)).body.conversation.assigned_to
  await eventually(() => owner(id)).toBe(anna.email)
  expect(await owner(waiting)).not.toBe(anna.email)
})
