import type { FileFailure } from '../../talk.ts'
import { asCallError, CallError, readError } from '../call-error.ts'
import { readJson } from '../calls.ts'
import { accessOf, type Core } from '../core.ts'
import { refresh } from './history.ts'

const failures: Record<string, FileFailure> = {
  too_large: 'fileTooLarge',
  file_not_accepted: 'fileType',
  too_many_files: 'filesFull',
}

/**
 * Sends a file as a message of its own, and then reloads the history, which contains it.
 * @param onProgress called with the uploaded share, between 0 and 1
 * @returns why it was not sent; undefined if it was
 */
export async function sendFile(
  core: Core,
  file: File,
  onProgress: (share: number) => void,
): Promise<FileFailure | undefined> {
  const { store, surroundings, machine } = core
  const chat = store.chat()
  if (!chat || chat.ended) return 'fileFailed'
  const { maxMb = 0 } = surroundings.site.files ?? {}
  const sent = await withoutPlace(file)
  if (sent.size > maxMb * 1024 * 1024) return 'fileTooLarge'
  try {
    await upload(core, sent, machine.newId(), onProgress)
    await refresh(core, chat.id)
    return undefined
  } catch (error) {
    const { code, message, reason } = asCallError(error)
    surroundings.debug('a file was not sent', code, message)
    return failures[reason] ?? 'fileFailed'
  }
}

/** Uses XMLHttpRequest, because `fetch` reports no progress. @throws a CallError */
function upload(
  { store, surroundings, life }: Core,
  file: File,
  clientMessageId: string,
  onProgress: (share: number) => void,
): Promise<void> {
  const { api, natives } = surroundings
  const { id, token } = accessOf(store.chat()!)
  const request = new XMLHttpRequest()
  life.signal.addEventListener('abort', () => request.abort(), { once: true })
  request.open('POST', `${api}/chat/conversations/${encodeURIComponent(id)}/files`)
  request.setRequestHeader('authorization', `Bearer ${token}`)
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
  const form = new FormData()
  form.append('file', file, file.name)
  form.append('clientMessageId', clientMessageId)
  return new Promise((resolve, reject) => {
    request.addEventListener('loadend', () => {
      if (request.status === 200) return resolve()
      if (request.status === 0) return reject(new CallError('network', 'the connection was lost'))
      reject(readError(readJson(request.responseText, natives.parse), request.status))
    })
    request.send(form)
  })
}

const maxSide = 2048

/**
 * A photo in at most 2048 by 2048 pixels, drawn again: photos of phones are larger than anybody needs, and name the
 * place where they were taken. Other files, and what this browser cannot draw, stay as they are.
 */
async function withoutPlace(file: File): Promise<File> {
  if (file.type !== 'image/jpeg') return file
  try {
    const image = await createImageBitmap(file)
    const scale = Math.min(1, maxSide / Math.max(image.width, image.height))
    const canvas = new OffscreenCanvas(Math.round(image.width * scale), Math.round(image.height * scale))
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height)
    image.close()
    const drawn = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.85 })
    return new File([drawn], file.name, { type: drawn.type })
  } catch {
    // The server checks whether it is an image at all.
    return file
  }
}

/** The bytes of a file of the chat; undefined if they cannot be read. */
export async function readFile(core: Core, id: string): Promise<Blob | undefined> {
  const chat = core.store.chat()
  if (!chat) return undefined
  try {
    return await core.calls.file(accessOf(chat), id)
  } catch (error) {
    core.surroundings.debug('a file cannot be read', asCallError(error).code)
    return undefined
  }
}
