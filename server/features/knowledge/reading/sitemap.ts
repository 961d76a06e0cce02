import { gunzipSync } from 'node:zlib'
import { Parser } from 'htmlparser2'
import type { Sitemap } from '../../../core/reader.ts'
import { isOfSite, toAddress } from '../crawl/address.ts'

/** The protocol's own limits: 50 MB when unpacked, and 50,000 addresses. */
export const sitemapBytes = 50 * 1024 * 1024
const mostAddresses = 50_000
/** More are never asked for. */
const mostSitemaps = 1_000

/**
 * Reads a sitemap: an index, a set of addresses, or a text of one address a line; gzip or not. What is none gives nothing.
 * One pass, and entities of one's own making are not replaced, so that no file grows while it is read.
 * @throws where it is damaged, or unpacks to more than 50 MB
 */
export function readSitemap(bytes: Uint8Array, url: string, website: string): Sitemap {
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b
  const text = new TextDecoder().decode(packed ? gunzipSync(bytes, { maxOutputLength: sitemapBytes }) : bytes)
  const { pages, sitemaps } = /^\s*(?:<|\ufeff\s*<)/.test(text)
    ? readXml(text)
    : { pages: readLines(text), sitemaps: [] }
  const addresses = pages.map((page) => toAddress(page, url)).filter((page) => page !== undefined)
  return {
    pages: [...new Set(addresses.filter((page) => isOfSite(page, website)))],
    sitemaps: sitemaps.slice(0, mostSitemaps),
  }
}

function readXml(text: string): Sitemap {
  const found: Sitemap = { pages: [], sitemaps: [] }
  const open: string[] = []
  let address = ''
  const parser = new Parser(
    {
      onopentag(name) {
        open.push(name)
        if (name === 'loc') address = ''
      },
      ontext(part) {
        if (open.at(-1) === 'loc') address += part
      },
      onclosetag(name) {
        open.pop()
        if (name !== 'loc') return
        // Images and videos have a `loc` of their own, under their own names.
        const list = open.at(-1) === 'sitemap' ? found.sitemaps : open.at(-1) === 'url' ? found.pages : undefined
        if (list && list.length < mostAddresses && isAddress(address.trim())) list.push(address.trim())
      },
    },
    { xmlMode: true },
  )
  parser.end(text)
  return found
}

const readLines = (text: string): string[] =>
  text
    .split(/\r?\n/, mostAddresses)
    .map((line) => line.trim())
    .filter(isAddress)

/** The protocol wants whole addresses. */
const isAddress = (line: string) => /^https?:\/\//i.test(line)
