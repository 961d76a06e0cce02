/** How much of the main text of saved pages is found, and how fast. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { type Element, textBlocks } from '../server/features/knowledge/reading/element.ts'
import { readPage } from '../server/features/knowledge/reading/page.ts'
import { interleave, type Line, type Row } from './row.ts'

type Saved = { url: string; html: string; body: string }

export const reading: Row[] = [
  {
    name: 'main text',
    lacking: () => (process.env.BENCH_DATA ? undefined : 'BENCH_DATA names no folder with extraction/'),
    measure: () => readingBench(readSaved(join(process.env.BENCH_DATA ?? '', 'extraction'))),
  },
]

function readSaved(folder: string): Saved[] {
  const truth: Record<string, { url: string; articleBody: string }> = JSON.parse(
    readFileSync(join(folder, 'ground-truth.json'), 'utf8'),
  )
  return Object.entries(truth).map(([id, { url, articleBody }]) => ({
    url,
    html: gunzipSync(readFileSync(join(folder, 'html', `${id}.html.gz`))).toString('utf8'),
    body: articleBody,
  }))
}

export async function readingBench(pages: Saved[]): Promise<Line[]> {
  // The reference texts lack the page's heading, which is also the title.
  const ours = ({ html, url }: Saved) => {
    const { title, markdown } = readPage(html, url)
    return plain(markdown.replace(`# ${title}\n`, ''))
  }
  const perSecond = (read: (page: Saved) => string) => async () => {
    const started = performance.now()
    for (const page of pages) read(page)
    return (1000 * pages.length) / (performance.now() - started)
  }
  const common = { database: 'none' }
  return [
    {
      ...{ ...common, what: `main text, F1 over ${pages.length} pages`, unit: '' },
      ...{ floor: [scoreOf(pages, readerView)], ours: [scoreOf(pages, ours)] },
      goal: { of: 'ours', bound: 'least', value: 0.965 },
    },
    {
      ...{ ...common, what: 'main text, pages a second', unit: '/s' },
      ...(await interleave(perSecond(readerView), perSecond(ours))),
      goal: { of: 'ratio', bound: 'least', value: 0.5 },
    },
  ]
}

/** Readability on linkedom, with its blocks as lines. */
function readerView({ html }: Saved): string {
  const { document } = parseHTML(html)
  const options = { serializer: (node: unknown) => node as Element } as never
  const content = new Readability<Element>(document as never, options).parse()?.content
  return content ? lines(content) : ''
}

const lines = (element: Element) =>
  textBlocks(element)
    .map(({ text }) => text)
    .join('\n')

/** Markdown without its markup. */
const plain = (markdown: string) =>
  markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\\(?=[^\w\s])/g, '')
    .replace(/[*_`#|]/g, ' ')

/** Precision and recall of 4-grams of words, counting repetitions, averaged over the pages, and their F1. */
function scoreOf(pages: Saved[], read: (page: Saved) => string): number {
  let [precision, recall] = [0, 0]
  for (const page of pages) {
    const [found, expected] = [shingles(read(page)), shingles(page.body)]
    const common = [...found].reduce((sum, [shingle, count]) => sum + Math.min(count, expected.get(shingle) ?? 0), 0)
    precision += common / Math.max(1, total(found)) / pages.length
    recall += common / Math.max(1, total(expected)) / pages.length
  }
  return (2 * precision * recall) / (precision + recall)
}

const total = (counts: Map<string, number>) => [...counts.values()].reduce((sum, count) => sum + count, 0)

function shingles(text: string): Map<string, number> {
  const words = text.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []
  const counts = new Map<string, number>()
  for (let at = 0; at + 4 <= words.length; at++) {
    const shingle = words.slice(at, at + 4).join(' ')
    counts.set(shingle, (counts.get(shingle) ?? 0) + 1)
  }
  return counts
}
