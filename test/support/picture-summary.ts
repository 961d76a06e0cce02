import type { Page } from 'playwright-core'
import { visitorPane } from './agent.ts'
import type { Client } from './client.ts'
import { goTo } from './desk-page.ts'
import { both } from './pictures.ts'

/** What the model writes about a chat. */
export const notes = {
  summary: 'The visitor asked whether an e-bike can be rented for a weekend, and was told the price and to book early.',
  intent: 'Rent an e-bike for a weekend',
  sentiment: 'positive',
  leadQuality: 'warm',
  outcome: 'answered',
  topics: ['e-bikes', 'rental'],
  unanswered: ['Is there a child seat?'],
  followUp: 'Offer a bike for the coming weekend.',
  labels: ['Rental'],
}

export const isForNotes = (messages: readonly { content: string }[]): boolean =>
  messages[0]?.content.includes('You take notes') ?? false

/** What is known about a visitor, with the summary of their chat. */
export async function pictureSummary(page: Page, desk: Client): Promise<void> {
  const { items } = (await desk.get('/conversations?q=weekend')).body
  const { id } = items.find(({ leadName }: { leadName: string | null }) => leadName === 'Priya Natarajan')
  await desk.call('PATCH', `/conversations/${id}`, { body: { labels: [] } })
  await desk.post(`/conversations/${id}/summary`)
  await goTo(page, `/inbox/all/${id}`)
  await visitorPane(page).getByText(notes.followUp).waitFor()
  await both(page, 'summary')
}
