/** A website with a given number of pages of about 700 words each. Pages are generated on request and not kept. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pageOf } from '../test/support/website.ts'
import { notifyParent } from './child.ts'
import { random, wordsOf } from './texts.ts'

const count = Number(process.argv[2])
let next = random(0)
const word = wordsOf(20_000, () => next())
const words = (many: number) => Array.from({ length: many }, word).join(' ')
const part = () => `<h2>${words(4)}</h2><p>${words(40)}.</p><p>${words(30)}.</p>`

/** A page always has the same text, and links to the next one. */
function writePage(place: number): string {
  next = random(place + 1)
  const parts = Array.from({ length: 10 }, part).join('')
  return pageOf(words(5), `${parts}<a href="/page/${place + 1}">Next</a>`)
}

const server = createServer(({ url = '/', headers: { host } }, response) => {
  const [, place] = /^\/(?:page\/(\d+))?$/.exec(url) ?? []
  const answer = (type: string, body: string) => response.writeHead(200, { 'content-type': type }).end(body)
  if (url === '/' || Number(place) < count) return answer('text/html; charset=utf-8', writePage(Number(place ?? count)))
  if (url !== '/sitemap.xml') return response.writeHead(404).end()
  const addresses = Array.from({ length: count }, (_, at) => `<url><loc>http://${host}/page/${at}</loc></url>`)
  answer(
    'application/xml',
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses.join('')}</urlset>`,
  )
})
server.listen(0, '127.0.0.1', () => notifyParent(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
