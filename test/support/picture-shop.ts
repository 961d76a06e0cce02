import type { Page } from 'playwright-core'
import type { Client } from './client.ts'

type Person = { email: string; name: string }

const labels = [
  { name: 'Repair', color: '#3b82f6' },
  { name: 'Rental', color: '#22c55e' },
  { name: 'Complaint', color: '#ef4444' },
]
const chats = [
  ['Priya Natarajan', 'Can I rent an e-bike for a weekend?', 'Rental'],
  ['Tomás Oliveira', 'What does a puncture cost?', 'Repair'],
  ['Charlotte Featherstonehaugh-Cholmondeley', 'Do you deliver to the islands?', ''],
  ['محمد العلي', 'هل يمكنني استئجار دراجة؟', 'Rental'],
  ['Jonas Weiß', 'Mein Schlauch ist kaputt, was kostet das?', 'Repair'],
] as const

/**
 * A day at the desk: some chats of the assistant, one with a person, and one whose visitor waits.
 * @param page the dashboard of that person, so that somebody is available
 * @returns the conversation to show, and a text in it
 */
export async function fillShop(desk: Client, anna: Person, page: Page): Promise<{ shown: string; note: string }> {
  for (const label of labels) await desk.post('/labels', label)
  await desk.post('/canned-replies', { shortcut: 'hours', title: 'Opening hours', text: 'We are open until six.' })
  await desk.post('/canned-replies', { shortcut: 'thanks', text: 'Thank you, {{visitor.firstName}}. Ride safely.' })
  for (const [name, message, label] of chats) {
    const { id } = (await desk.post('/conversations', { message, contact: { name } })).body
    if (label) await desk.call('PATCH', `/conversations/${id}`, { body: { addLabels: [label] } })
  }
  const shown = await liveChat(desk, anna)
  const note = 'She was here on Tuesday about the same wheel.'
  await desk.post(`/conversations/${shown}/notes`, { text: note })
  const waiting = (await desk.post('/conversations', { message: 'My brakes fail.', contact: { name: 'Ewa Nowak' } }))
    .body
  await desk.post(`/conversations/${waiting.id}/messages`, { action: { id: 'person' } })
  await page.getByRole('region', { name: 'Waiting visitors' }).waitFor()
  return { shown, note }
}

async function liveChat(desk: Client, anna: Person): Promise<string> {
  const contact = { name: 'Maria Feldmann', email: 'maria.feldmann@example.com', phone: '+44 1632 960 112' }
  const context = {
    pageUrl: 'https://wrenmouthcycles.example.com/workshop.html',
    pageTitle: 'Workshop',
    locale: 'en-GB',
  }
  const { id } = (await desk.post('/conversations', { message: 'What does a puncture cost?', contact, context })).body
  await desk.post(`/conversations/${id}/messages`, { action: { id: 'person' } })
  await desk.post(`/conversations/${id}/assign`, { to: anna.email })
  await desk.post(`/conversations/${id}/messages`, { text: 'The wheel I had repaired on Tuesday is flat again.' })
  await desk.post(`/conversations/${id}/reply`, {
    text: 'I am sorry to hear that. Bring it in today, and we look at it at once.',
  })
  await desk.post(`/conversations/${id}/messages`, { text: 'Thank you, I can be there at four.' })
  await desk.call('PATCH', `/conversations/${id}`, { body: { addLabels: ['Repair', 'Complaint'] } })
  return id
}
