import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Entry } from '../../widget/chat/talk.ts'
import { openStage, type Stage } from '../support/widget/stage.ts'
import { focused } from '../support/widget-page.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const own = (id: string, more: Partial<Entry> = {}) =>
  ({ id, ts: Date.now(), role: 'user', type: 'text', text: `Said ${id}`, ...more }) as Entry
const window = () => stage.page.getByRole('dialog')

test('[U100] the last message that a person has read is marked as seen', async () => {
  const marked = () => window().locator('.entry', { hasText: 'Seen' }).locator('.bubble').allInnerTexts()
  await stage.put({}, { entries: [own('a', { seen: true }), own('b', { seen: true }), own('c')] })
  await expect.poll(marked).toEqual(['Said b'])
  await stage.tell({ entries: ['a', 'b', 'c'].map((id) => own(id, { seen: true })) })
  await expect.poll(marked).toEqual(['Said c'])
})

test('the focus stays in the window after a retry', async () => {
  await stage.put({}, { entries: [own('a')], failure: 'failed' })
  const retry = window().getByRole('button', { name: 'Try again' })
  await retry.focus()
  await stage.page.keyboard.press('Enter')
  expect(await stage.asked('retry')).toHaveLength(1)
  await stage.tell({ failure: null, activity: 'looking' })
  await retry.waitFor({ state: 'detached' })
  expect(await focused(stage.page)).toBe('Your message')
})
