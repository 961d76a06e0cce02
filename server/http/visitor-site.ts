import type { ChatSite } from '../../shared/chat.ts'
import type { Visit } from '../door/visit.ts'
import { encodingHeaders, encodings } from './encoding.ts'

type Kept = { text: string; encoded: ReturnType<typeof encodings> }

/**
 * Answers with what a page is told of its site. Each page asks for it, so it is short on its way, and compressed anew only
 * where it says something else; a browser keeps it for a moment and for this page alone, as another may be refused.
 */
export function siteAnswers() {
  const kept = new Map<string, Kept>()
  const encodedOf = (site: ChatSite) => {
    const text = JSON.stringify(site)
    const known = kept.get(site.id)
    if (known?.text === text) return known.encoded
    const encoded = encodings(new TextEncoder().encode(text), 5)
    kept.set(site.id, { text, encoded })
    return encoded
  }
  return async ({ c }: Visit, site: ChatSite): Promise<Response> => {
    const { encoding, body } = await encodedOf(site)(c.req.header('accept-encoding'))
    return c.body(body, 200, {
      ...encodingHeaders(encoding, 'origin, accept-encoding'),
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, max-age=60',
    })
  }
}
