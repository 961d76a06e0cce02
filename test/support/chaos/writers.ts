import { setTimeout as pause } from 'node:timers/promises'
import type { Ledger, Sender, Written } from './ledger.ts'

type Conversation = { id: string }

/** A program that writes like its users do, until it is told to stop. */
type Writer = (send: Sender, ledger: Ledger, random: () => number) => Promise<void>

/** The beginning of each message of a person. */
export const teamSays = 'We open at nine, says person'

let count = 0
const unique = (what: string) => `${what} ${++count}`

/** Starts a conversation and sends three messages in it. */
const converse: Writer = async (send, ledger) => {
  const written = await begin(send, ledger)
  for (let each = 0; each < 3; each++) {
    const text = unique('When do you open on day')
    await send('POST', `/conversations/${written.id}/messages`, { text, clientMessageId: text })
    written.texts.push(text)
  }
}

/** Takes over a conversation, answers twice, and closes it. */
const talk: Writer = async (send, ledger) => {
  const written = await begin(send, ledger)
  for (let each = 0; each < 2; each++) {
    const text = unique(teamSays)
    await send('POST', `/conversations/${written.id}/reply`, { text })
    written.texts.push(text)
  }
  await send('POST', `/conversations/${written.id}/close`)
  written.closed = true
}

async function begin(send: Sender, ledger: Ledger): Promise<Written> {
  const message = unique('Hello, I am visitor')
  const { id } = (await send('POST', '/conversations', { message, externalId: message })) as Conversation
  const written: Written = { id, texts: [message], closed: false }
  ledger.conversations.push(written)
  return written
}

const addContact: Writer = async (send, ledger) => {
  const email = `${unique('person').replace(' ', '-')}@example.com`
  const { id } = (await send('POST', '/leads', { email, name: 'Kept' })) as Conversation
  ledger.contacts.push({ id, email })
}

const addEntry: Writer = async (send, ledger) => {
  const title = unique('Entry')
  const { id } = (await send('POST', '/knowledge/manual', { title, content: `About ${title}.\n\nMore about it.` })) as {
    id: string
  }
  ledger.entries.push(id)
}

const writers: Writer[] = [converse, converse, converse, talk, talk, addContact, addEntry]

/** Writes until `signal` is aborted. Resolves when everything that was begun is acknowledged. */
export async function writeUntil(signal: AbortSignal, send: Sender, ledger: Ledger, random: () => number) {
  const repeat = async (write: Writer) => {
    while (!signal.aborted) {
      await write(send, ledger, random)
      await pause(50 + random() * 200)
    }
  }
  const ends = await Promise.allSettled(writers.map(repeat))
  for (const end of ends) if (end.status === 'rejected') ledger.violations.push(`hung: ${end.reason}`)
}
