import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Entry, TalkState } from '../../widget/chat/talk.ts'
import { openStage, type Stage } from '../support/widget/stage.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const said = (id: string, role: 'user' | 'agent', text: string): Entry => ({
  id,
  ts: Date.now(),
  role,
  type: 'text',
  text,
})
const asked = said('own_0', 'user', 'What does a puncture cost?')
const talking = (...entries: Entry[]): Partial<TalkState> => ({ conversation: 'conv_1', entries: [asked, ...entries] })
const dialog = () => stage.page.getByRole('dialog', { name: 'Chat with Wrenmouth Cycle Works' })
const log = () => dialog().getByRole('log', { name: 'Conversation' })
const button = (name: string) => dialog().getByRole('button', { name, exact: true })

describe('reading', () => {
  const long = Array.from({ length: 60 }, (_, at) => `Line ${at}`).join('\n\n')
  const top = () =>
    stage.page.evaluate(() => document.querySelector('svc-widget')!.shadowRoot!.querySelector('.scroller')!.scrollTop)

  test('a long reply is shown from its first line, and a reader elsewhere stays there', async () => {
    await stage.put({}, { ...talking(), activity: 'writing', writing: 'Line' })
    await stage.tell({ writing: long })
    const place = await top()
    await stage.tell({ writing: `${long}\n\nAnd more` })
    expect(await top()).toBe(place)
    await stage.tell({ ...talking(said('msg_1', 'agent', long)), activity: 'none', writing: null })
    expect(await top()).toBe(place)
    expect(await log().getByText('What does a puncture cost?').isVisible()).toBe(true)
    expect(await button('New messages').count()).toBe(0)
    await button('Scroll to the latest message').click()
    await expect.poll(() => log().getByText('Line 59').isVisible()).toBe(true)
    await button('Scroll to the latest message').waitFor({ state: 'hidden' })
  })

  test('a message below the visible part is announced', async () => {
    const reply = said('msg_1', 'agent', long)
    await stage.put({}, talking(reply))
    await button('Scroll to the latest message').waitFor()
    await stage.tell(talking(reply, said('msg_2', 'agent', 'And one more')))
    await button('New messages').click()
    await expect.poll(() => log().getByText('And one more').isVisible()).toBe(true)
    await button('New messages').waitFor({ state: 'hidden' })
  })

  test('a reader at the end stays there, even if the scroll event arrives after more content', async () => {
    const fromEnd = () =>
      stage.page.evaluate(() => {
        const scroller = document.querySelector('svc-widget')!.shadowRoot!.querySelector('.scroller')!
        return scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight
      })
    const before = Array.from({ length: 30 }, (_, at) => said(`msg_${at}`, 'agent', `Line ${at}`))
    const own = said('own_1', 'user', 'And a chain?')
    await stage.put({}, talking(...before, own))
    await expect.poll(fromEnd).toBeLessThan(2)
    await stage.page.evaluate(() => {
      const scroller = document.querySelector('svc-widget')!.shadowRoot!.querySelector('.scroller')!
      const late = new MutationObserver(() => scroller.dispatchEvent(new Event('scroll')))
      late.observe(scroller, { childList: true, subtree: true })
    })
    await stage.tell(
      talking(...before, own, said('msg_90', 'agent', 'It costs £12.\n\nThe chain is extra.\n\nCome in.')),
    )
    await log().getByText('Come in.').waitFor()
    await expect.poll(fromEnd).toBeLessThan(2)
    expect(await button('New messages').count()).toBe(0)
  })

  test('shows the time of a message when it is pressed', async () => {
    await stage.put({}, talking())
    await log().getByText('What does a puncture cost?').click()
    await log().locator('time').waitFor()
  })
})
