import { asCallError } from '../call-error.ts'
import { accessOf, type Core } from '../core.ts'
import { createBooking } from './booking.ts'
import { emailTranscript, resume } from './email.ts'
import { createEphemeralEvents } from './ephemeral-events.ts'
import { readFile, sendFile } from './files.ts'
import { followUntil } from './follow-until.ts'
import { refresh } from './history.ts'
import { prefill } from './page-claims.ts'
import { leave, rateChat, regenerate } from './team.ts'

/** Code that a talk needs after the first reply, loaded as one file. */
export const parts = {
  createBooking,
  createEphemeralEvents,
  emailTranscript,
  erase,
  followUntil,
  leave,
  prefill,
  rateChat,
  readFile,
  refresh,
  regenerate,
  resume,
  sendFile,
  transcript,
}

/** The chat as plain text. */
async function transcript({ store, calls }: Core): Promise<string> {
  const chat = store.chat()
  if (!chat) return ''
  return await calls.transcript(accessOf(chat)).catch(() => '')
}

/** Deletes the conversation on the server, and then here. @returns whether it was deleted */
async function erase({ store, calls }: Core, forget: () => void): Promise<boolean> {
  const chat = store.chat()
  try {
    if (chat) await calls.post(accessOf(chat), 'erase')
  } catch (error) {
    if (!['not_found', 'unauthorized'].includes(asCallError(error).code)) return false
  }
  if (store.chat()?.id === chat?.id) forget()
  return true
}
