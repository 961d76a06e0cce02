import { gunzipSync } from 'node:zlib'
import { Parser } from 'htmlparser2'
import type { Sitemap } from '../../../core/reader.ts'
import { isOfSite, toAddress } from '../crawl/address.ts'

/** The limits of the protocol: 50 MB unpacked and 50,000 URLs. */
export const sitemapBytes = 50 * 1024 * 1024
const maxAddresses = 50_000
/** More are never requested. */
const maxSitemaps = 1_000

/**
 * Reads a sitemap: an index, a set of URLs, or a text with one URL per line, optionally gzipped. Other content returns
 * nothing. Uses one pass and does not expand custom entities, so that no file grows while being read.
 * @throws if it is damaged or larger than 50 MB unpacked
 */
export function readSitemap(bytes: Uint8Array, url: string, website: string): Sitemap {
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b
  const text = new TextDecoder().decode(packed ? gunzipSync(bytes, { maxOutputLength: sitemapBytes }) : bytes)
  const { pages, sitemaps } = /^[\s\ufeff]*</.test(text) ? readXml(text) : { pages: readLines(text), sitemaps: [] }
  const addresses = pages.map((page) => toAddress(page, url)).filter((page) => page !== undefined)
  return {
    pages: [...new Set(addresses.filter((page) => isOfSite(page, website)))],
    sitemaps: sitemaps.slice(0, maxSitemaps),
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
        // Images and videos have their own `loc` inside other elements.
        const list = open.at(-1) === 'sitemap' ? found.sitemaps : open.at(-1) === 'url' ? found.pages : undefined
        if (list && list.length < maxAddresses && isAddress(address.trim())) list.push(address.trim())
      },
    },
    { xmlMode: true },
  )
  parser.end(text)
  return found
}

const readLines = (text: string): string[] =>
  text
    .split(/\r?\n/, maxAddresses)
    .map((line) => line.trim())
    .filter(isAddress)

/** The protocol requires absolute URLs. */
const isAddress = (line: string) => /^https?:\/\//i.test(line)
