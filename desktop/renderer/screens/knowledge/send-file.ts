import type { ErrorBody } from '../../../../shared/error.ts'
import { Refused } from '../../app/connection.ts'

/**
 * Sends a file to the knowledge of a site, with the session of the page. Not by `fetch`, which does not tell how far it is.
 * @param told called with the share that was sent, between 0 and 1
 */
export function sendFile(site: string, file: File, told: (share: number) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const request = new XMLHttpRequest()
  request.open('POST', `/api/v1/knowledge/files?site=${encodeURIComponent(site)}`)
  request.responseType = 'json'
  request.upload.addEventListener('progress', ({ loaded, total }) => told(total > 0 ? loaded / total : 0))
  request.addEventListener('load', () => {
    const answer = request.response as ErrorBody | null
    if (request.status === 201) resolve()
    else if (answer?.error) reject(new Refused(request.status, answer))
    else reject(new TypeError('the server did not answer as it should'))
  })
  request.addEventListener('error', () => reject(new TypeError('the connection was lost')))
  const form = new FormData()
  form.append('file', file)
  request.send(form)
  return promise
}
