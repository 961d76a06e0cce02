import { parentPort } from 'node:worker_threads'
import { keepCompiled } from '../../../core/compile-cache.ts'
import type { LinkRules, Links, Page, Reader, Sitemap } from '../../../core/reader.ts'
import { checkLinks } from '../crawl/links.ts'
import { cutPassages } from '../passages.ts'
import { lowerThreadPriority } from './low-priority.ts'
import { readPage } from './page.ts'
import { readSitemap } from './sitemap.ts'

/** A request and its result. */
export type ReadRequest =
  | { kind: 'page'; html: string; url: string }
  | { kind: 'sitemap'; bytes: Uint8Array; url: string; website: string }
  | { kind: 'links'; links: Links; rules: LinkRules }
type Checked = Awaited<ReturnType<Reader['checkLinks']>>
export type Answered = { page: Page } | { sitemap: Sitemap } | { links: Checked } | { failed: string }

function answerTo(asked: ReadRequest): Answered {
  if (asked.kind === 'sitemap') return { sitemap: readSitemap(asked.bytes, asked.url, asked.website) }
  if (asked.kind === 'links') return { links: checkLinks(asked.links, asked.rules) }
  const page = readPage(asked.html, asked.url)
  return { page: { ...page, passages: cutPassages(page.markdown) } }
}

// Answers messages and lowers its priority only as a worker.
if (parentPort) lowerThreadPriority()
parentPort?.on('message', (asked: ReadRequest) => {
  const answer = (message: Answered) => parentPort?.postMessage(message)
  try {
    answer(answerTo(asked))
  } catch (error) {
    answer({ failed: String(error) })
  }
  keepCompiled()
})
