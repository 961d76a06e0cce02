import type { ErrorBody } from '../../../shared/error.ts'
import { Refused } from '../live/connection.ts'

export type UploadOptions = {
  /** Further fields of the form. */
  fields?: Record<string, string>
  /** Called with the uploaded share, between 0 and 1. */
  onProgress?(share: number): void
  signal?: AbortSignal
}

/**
 * Uploads a file with the session of the page. Uses XMLHttpRequest, because `fetch` reports no progress.
 * @param path of the operation below /api/v1, with its query
 * @throws a Refused of the server, a TypeError if the connection was lost, or the reason of the signal
 */
export function uploadFile<Answer>(
  path: string,
  file: File,
  { fields = {}, onProgress, signal }: UploadOptions = {},
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const request = new XMLHttpRequest()
  request.open('POST', `/api/v1${path}`)
  request.responseType = 'json'
  request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0))
  request.addEventListener('load', () => {
    const answer = request.response as ErrorBody | null
    if (request.status === 201) resolve(answer as Answer)
    else if (answer?.error) reject(new Refused(request.status, answer))
    else reject(new TypeError('the server did not answer as it should'))
  })
  request.addEventListener('error', () => reject(new TypeError('the connection was lost')))
  request.addEventListener('abort', () => reject(signal?.reason))
  signal?.addEventListener('abort', () => request.abort(), { once: true })
  const form = new FormData()
  form.append('file', file)
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  request.send(form)
  return promise
}
