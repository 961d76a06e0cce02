import type { Page } from 'playwright-core'
import type { Client } from './client.ts'
import { goTo } from './desk-page.ts'
import { both, picture, sizes } from './pictures.ts'

const first = [
  'Ada',
  'Bashir',
  'Chiamaka',
  'Dmitri',
  'Elif',
  'Farah',
  'Goran',
  'Hana',
  'Ines',
  'Jonas',
  'Kaito',
  'Lena',
]
const last = ['Okafor', 'Lindqvist', 'Marsh', 'Haddad', 'Novak', 'Sato', 'Moreau', 'Keller', 'Rossi', 'Byrne', 'Silva']
const companies = ['Harbour Couriers', 'North Quay School', '', 'Wren & Sons', '', 'City Parks']
const statuses = ['new', 'contacted', 'qualified', 'won', 'lost']

/** The table of contacts with some selected, and the page of one contact. */
export async function pictureContacts(page: Page, desk: Client): Promise<void> {
  const tags = await Promise.all(
    ['Fleet', 'School', 'Newsletter', 'Rental'].map(async (name) => (await desk.post('/contact-tags', { name })).body),
  )
  await desk.post('/attribute-definitions', {
    entity: 'contact',
    key: 'frame',
    label: 'Frame size',
    type: 'choice',
    options: ['S', 'M', 'L'],
  })
  await desk.post('/attribute-definitions', { entity: 'contact', key: 'service', label: 'Next service', type: 'date' })
  for (let at = 0; at < 60; at++) {
    const [name, family] = [first[at % first.length], last[at % last.length]]
    const { id } = (
      await desk.post('/leads', {
        name: `${name} ${family}`,
        email: `${name}.${family}${at}@example.com`.toLowerCase(),
        phone: at % 3 === 0 ? `+44 20 7946 0${100 + at}` : '',
        company: companies[at % companies.length],
        status: statuses[(at * 7) % statuses.length],
        attributes: at % 2 === 0 ? { frame: 'M' } : {},
      })
    ).body
    const on = tags.filter((_, place) => (at + place) % 4 === 0 || (at + place) % 7 === 0)
    if (on.length > 0) await desk.call('PATCH', `/leads/${id}`, { body: { tags: on.map((tag) => tag.id) } })
  }
  const contact = { name: 'Mira Haddad', email: 'mira.haddad@example.com', phone: '+44 20 7946 0190', Size: 'Tall' }
  await desk.post('/conversations', { message: 'Can you look after twelve delivery bikes for us?', contact })
  await desk.post('/conversations', { message: 'We need two more locks by Friday.', contact })
  const [{ id }] = (await desk.get('/leads?q=mira.haddad@example.com')).body.items
  await desk.post(`/leads/${id}/notes`, { text: 'Asked for an invoice each quarter. Her deputy is Tom.' })
  const tagged = { tags: [tags[0].id], status: 'qualified', company: 'Harbour Couriers' }
  await desk.call('PATCH', `/leads/${id}`, { body: { ...tagged, attributes: { frame: 'L', plan: 'Fleet, 12 bikes' } } })
  await goTo(page, '/contacts')
  await chooseThree(page)
  await both(page, 'contacts')
  await page.keyboard.press('Escape')
  await page.setViewportSize(sizes.phone)
  await picture(page, 'contacts-phone')
  await page.setViewportSize(sizes.wide)
  await goTo(page, `/contacts/${id}`)
  await page.getByText('Can you look after twelve').first().waitFor()
  await both(page, 'contact')
  await page.setViewportSize(sizes.phone)
  await picture(page, 'contact-phone')
  await page.setViewportSize(sizes.wide)
  await goTo(page, '/contacts')
  await chooseThree(page)
  await page.keyboard.press('s')
  await page.locator(':popover-open :focus').waitFor()
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key)
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await both(page, 'contacts-changed')
}

async function chooseThree(page: Page): Promise<void> {
  await page.locator('[data-contact]').nth(10).waitFor()
  for (const key of ['j', 'j', 'x', 'j', 'j', 'Shift+X']) await page.keyboard.press(key)
  await page.getByText('3 chosen').waitFor()
}
