import { parentPort } from 'node:worker_threads'
import type { Page, Sitemap } from '../../core/reader.ts'
import { readPage } from './page.ts'
import { readSitemap } from './sitemap.ts'

/** What there is to read, and what it came to. */
export type Asked = { kind: 'page'; html: string; url: string } | { kind: 'sitemap'; bytes: Uint8Array }
export type Answered = { page: Page } | { sitemap: Sitemap } | { failed: string }

const answerTo = (asked: Asked): Answered =>
  asked.kind === 'page' ? { page: readPage(asked.html, asked.url) } : { sitemap: readSitemap(asked.bytes) }

// Only as a worker is there anybody to answer.
parentPort?.on('message', (asked: Asked) => {
  const answer = (message: Answered) => parentPort?.postMessage(message)
  try {
    answer(answerTo(asked))
  } catch (error) {
    answer({ failed: String(error) })
  }
})
