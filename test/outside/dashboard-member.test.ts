import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, pane } from '../support/agent.ts'
import {
  anna,
  ben,
  createScreensWorld,
  expectNoErrors,
  openScreen,
  type Screen,
  type ScreensWorld,
} from '../support/screens-world.ts'

let world: ScreensWorld

beforeAll(async () => {
  world = await createScreensWorld()
})
afterAll(() => world.close())

/** A server that stands still for seconds may refuse it at first. */
const assign = (to: string | null) =>
  eventually(
    async () =>
      (await world.api('POST', `/conversations/${world.chats.mine}/assign?site=demo`, { body: { to } })).status,
  ).toBe(200)
const assigned = async () => (await world.get(`/conversations/${world.chats.mine}`)).body.conversation.assigned_to
const notices = ({ page }: Screen) => page.getByRole('region', { name: 'Notices' })

/** Takes the chat, which is assigned to this person or nobody before. */
async function take(screen: Screen, from: string | null): Promise<void> {
  await assign(from)
  await screen.load(`/inbox/all/${world.chats.mine}`)
  await pane(screen.page)
    .getByRole('button', { name: /^Take over/ })
    .first()
    .click()
  await notices(screen).getByText('Conversation assigned to you').waitFor()
}

test('an admin can give a chat back to whom it was taken from; a member, who could not, is not offered to', async () => {
  const [admin, member] = [await openScreen(world, anna), await openScreen(world, ben)]
  await take(admin, ben.email)
  await notices(admin).getByRole('button', { name: /^Undo/ }).click()
  await eventually(assigned).toBe(ben.email)
  await take(member, anna.email)
  await eventually(assigned).toBe(ben.email)
  expect(await notices(member).getByRole('button', { name: /^Undo/ }).count()).toBe(0)
  await take(member, null)
  await notices(member).getByRole('button', { name: /^Undo/ }).click()
  await eventually(assigned).toBe(null)
  for (const screen of [admin, member]) expectNoErrors(screen)
  await Promise.all([admin.close(), member.close()])
})
