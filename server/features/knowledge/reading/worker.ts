import { parentPort } from 'node:worker_threads'
import { keepCompiled } from '../../../core/compile-cache.ts'
import type { LinkRules, Links, Page, Reader, Sitemap } from '../../../core/reader.ts'
import { checkLinks } from '../crawl/links.ts'
import { cutPassages } from '../passages.ts'
import { readPage } from './page.ts'
import { readSitemap } from './sitemap.ts'
import { standBackInServer } from './stand-back.ts'

/** What there is to read, and what it came to. */
export type Asked =
  | { kind: 'page'; html: string; url: string }
  | { kind: 'sitemap'; bytes: Uint8Array; url: string; website: string }
  | { kind: 'links'; links: Links; rules: LinkRules }
type Checked = Awaited<ReturnType<Reader['checkLinks']>>
export type Answered = { page: Page } | { sitemap: Sitemap } | { links: Checked } | { failed: string }

function answerTo(asked: Asked): Answered {
  if (asked.kind === 'sitemap') return { sitemap: readSitemap(asked.bytes, asked.url, asked.website) }
  if (asked.kind === 'links') return { links: checkLinks(asked.links, asked.rules) }
  const page = readPage(asked.html, asked.url)
  return { page: { ...page, passages: cutPassages(page.markdown) } }
}

// Only as a worker is there anybody to answer, or to stand back for.
if (parentPort) standBackInServer()
parentPort?.on('message', (asked: Asked) => {
  const answer = (message: Answered) => parentPort?.postMessage(message)
  try {
    answer(answerTo(asked))
  } catch (error) {
    answer({ failed: String(error) })
  }
  keepCompiled()
})
