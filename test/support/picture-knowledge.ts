import type { Page } from 'playwright-core'
import type { Client } from './client.ts'
import { goTo } from './desk-page.ts'
import { inGerman } from './picture-states.ts'
import { both, picture, sizes } from './pictures.ts'

const holidays = `The workshop stays closed from 24 December to 2 January. Bikes that are ready can be picked up until the 23rd.
Whoever rents a bike over the holidays brings it back on 3 January at no extra cost.`
const arabicHolidays =
  'الورشة مغلقة من 24 ديسمبر إلى 2 يناير. من يستأجر دراجة خلال العطلة يعيدها في 3 يناير دون أي تكلفة إضافية.'
const tandems = 'We rent two tandems, at £48 a day with helmets. Book them at least three days ahead.'

const unanswered = [
  'Do you sell unicycles?',
  'Can you paint my frame?',
  'Do you sell unicycles?',
  'هل تبيعون دراجات أحادية العجلة؟',
  'האם אפשר לקבל חשבונית על שם החברה שלי, ולשלם אותה בשני תשלומים אחרי שהאופניים כבר תוקנו ונמסרו לנו בחזרה?',
]

/** Whether the assistant cannot answer this. */
export const isUnknown = (asked: string): boolean => unanswered.includes(asked)

/** The assistant's knowledge, and how its owner maintains it. */
export async function pictureKnowledge(page: Page, desk: Client): Promise<void> {
  await desk.post('/knowledge/manual', { title: 'Winter holidays', content: holidays, category: 'Hours' })
  await desk.post('/knowledge/manual', {
    title: 'Do you rent tandems?',
    content: tandems,
    url: 'https://example.com/rent',
  })
  await desk.post('/knowledge/manual', { title: 'ساعات العمل في العطلات', content: arabicHolidays, category: 'Hours' })
  for (const question of unanswered) await desk.post('/conversations', { message: question })
  const main = page.getByRole('main')
  const show = async (tab: string) => {
    await goTo(page, `/knowledge/${tab}`)
    await main.locator('section').first().waitFor()
  }
  for (const tab of ['pages', 'entries', 'gaps', 'files', 'facts'] as const) {
    await show(tab)
    if (tab === 'files') await addFiles(page)
    await both(page, `knowledge-${tab}`)
  }
  await page.setViewportSize(sizes.phone)
  for (const tab of ['pages', 'gaps', 'facts'] as const) {
    await show(tab)
    await picture(page, `knowledge-${tab}-phone`)
  }
  await page.setViewportSize(sizes.wide)
  await inGerman(page, async () => {
    for (const tab of ['pages', 'gaps', 'files', 'facts'] as const) {
      await show(tab)
      await picture(page, `knowledge-${tab}-german`)
    }
  })
  await goTo(page, '/knowledge/search')
  await main.getByRole('searchbox').or(main.getByRole('textbox')).first().fill('What does a puncture cost?')
  await page.keyboard.press('Enter')
  await main.getByRole('heading').nth(1).waitFor()
  await both(page, 'knowledge-search')
}

async function addFiles(page: Page): Promise<void> {
  const prices = 'Service,Price\nPuncture,£14\nBrakes adjusted,£18\nFull service,£95\n'
  const files = [
    { name: 'Workshop prices.csv', mimeType: 'text/csv', buffer: Buffer.from(prices) },
    {
      name: 'شروط تأجير الدراجات خلال عطلة نهاية الأسبوع وفي مواسم الأعياد وقائمة أسعار كل نوع منها لعام 2026.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(arabicHolidays),
    },
    { name: 'Rental terms.md', mimeType: 'text/markdown', buffer: Buffer.from(`# Rental terms\n\n${holidays}\n`) },
    { name: 'Old leaflet.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nnothing more') },
  ]
  await page.locator('input[type=file]').setInputFiles(files)
  for (const { name } of files) await page.getByText(name).first().waitFor()
  await page.getByText('Learned').nth(2).waitFor()
}
