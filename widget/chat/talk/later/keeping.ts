import { asCallError } from '../call-error.ts'
import { accessOf, type Core } from '../core.ts'

/** The chat's words as a text file's content. */
export async function transcript({ store, calls }: Core): Promise<string> {
  const chat = store.chat()
  if (!chat) return ''
  return await calls.transcript(accessOf(chat)).catch(() => '')
}

/** Deletes the conversation on the server, and then here. @returns whether it was deleted */
export async function erase({ store, calls }: Core, forget: () => void): Promise<boolean> {
  const chat = store.chat()
  try {
    if (chat) await calls.post(accessOf(chat), 'erase')
  } catch (error) {
    if (!['not_found', 'unauthorized'].includes(asCallError(error).code)) return false
  }
  if (store.chat()?.id === chat?.id) forget()
  return true
}
