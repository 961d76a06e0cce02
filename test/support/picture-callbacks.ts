import type { Page } from 'playwright-core'
import type { Client } from './client.ts'
import { goTo } from './desk-page.ts'
import { both, picture, sizes } from './pictures.ts'

const wishes = [
  { name: 'Nadia Brandt', phone: '+44 20 7946 0112', message: 'The gears slip since the service. After five, please.' },
  {
    name: 'Tom Okafor',
    phone: '+44 20 7946 0147',
    email: 'tom@example.com',
    message: 'Twelve bikes for a school trip',
  },
  { name: 'سارة يوسف', phone: '+44 20 7946 0155', message: 'أود حجز دراجتين ليوم السبت' },
  { name: 'Lena Moreau', phone: '+44 20 7946 0163', message: '' },
]

/** The queue of callback requests, with one selected by keyboard, and on a phone. */
export async function pictureCallbacks(page: Page, desk: Client): Promise<void> {
  await setLive(desk, false)
  for (const wish of wishes) await askForCall(desk, wish)
  await setLive(desk, true)
  const { items } = (await desk.get('/callbacks')).body
  const note = 'Not there at ten. Try again after two.'
  const { id } = items.find(({ name }: { name: string }) => name === 'Tom Okafor')
  await desk.call('PATCH', `/callbacks/${id}`, { body: { note } })
  await goTo(page, '/callbacks')
  await page.getByRole('link', { name: 'Lena Moreau' }).waitFor()
  await page.getByText(note).waitFor()
  await page.keyboard.press('j')
  await page.locator('[data-current="true"]').waitFor()
  await both(page, 'callbacks')
  await page.setViewportSize(sizes.phone)
  await picture(page, 'callbacks-phone')
  await page.setViewportSize(sizes.wide)
}

const setLive = (desk: Client, enabled: boolean) =>
  desk.call('PUT', '/settings', { body: { settings: { live: { enabled } } } })

/** A visitor who asks for a person while nobody is available gets a form. */
async function askForCall(desk: Client, wish: (typeof wishes)[number]): Promise<void> {
  const context = { pageUrl: 'https://wrenmouthcycles.example.com/contact' }
  const { id } = (await desk.post('/conversations', { message: 'Can somebody call me?', context })).body
  const say = (action: object) => desk.post(`/conversations/${id}/messages`, { action })
  const { messages } = (await say({ id: 'person', value: '' })).body
  const form = messages.find(({ purpose }: { purpose?: string }) => purpose === 'callback')
  await say({ id: form.id, value: JSON.stringify(wish) })
}
