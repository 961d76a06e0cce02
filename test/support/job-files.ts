import type { Reply, World } from './world.ts'

type Sent = { id: string; name: string; bytes: string | Uint8Array; key?: string; query?: string }

/** Adds a file to a job, like a browser. */
export async function sendJobFile(
  { url, adminKey }: World,
  { id, name, bytes, key = adminKey, query = '' }: Sent,
): Promise<Reply> {
  const form = new FormData()
  form.append('file', new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name))
  const headers = { authorization: `Bearer ${key}` }
  const response = await fetch(`${url}/api/v1/jobs/${id}/files${query}`, { method: 'POST', headers, body: form })
  return { status: response.status, headers: response.headers, body: await response.json() }
}
