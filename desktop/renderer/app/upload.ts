import type { ErrorBody } from '../../../shared/error.ts'
import { Refused } from '../live/connection.ts'

type Options = {
  /** Further fields of the form. */
  fields?: Record<string, string>
  /** Called with the uploaded share, between 0 and 1. */
  onProgress?(share: number): void
}

/**
 * Uploads a file with the session of the page. Uses XMLHttpRequest, because `fetch` reports no progress.
 * @param path of the operation below /api/v1, with its query
 * @throws a Refused of the server, or a TypeError if the connection was lost
 */
export function uploadFile<Answer>(
  path: string,
  file: File,
  { fields = {}, onProgress }: Options = {},
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
  const form = new FormData()
  form.append('file', file)
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  request.send(form)
  return promise
}
