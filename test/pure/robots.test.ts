import fc from 'fast-check'
import robotsParser from 'robots-parser'
import { expect, test } from 'vitest'
import { createBudget } from '../../server/features/knowledge/crawl/glob.ts'
import {
  allowAll,
  allowNone,
  isAllowed,
  readRobots,
  readRobotsTag,
} from '../../server/features/knowledge/crawl/robots.ts'

const origin = 'https://shop.example'
const read = (text: string) => readRobots(`${origin}/robots.txt`, text)
const allows = (text: string, path: string) =>
  isAllowed(read(text), new URL(path, origin).href, createBudget(Number.POSITIVE_INFINITY))
const forAll = (...lines: string[]) => ['User-agent: *', ...lines].join('\n')

test('the longest pattern decides, and of two with equal length the one that allows (RFC 9309, 2.2.2)', () => {
  const text = forAll('Disallow: /shop', 'Allow: /shop/open', 'Disallow: /same', 'Allow: /same')
  expect(['/', '/shop', '/shop/x', '/shop/open/1', '/same'].map((path) => allows(text, path))).toEqual([
    ...[true, false, false, true, true],
  ])
})

test.each([
  ['/*.pdf$', '/a.pdf', true],
  ['/*.pdf$', '/a.pdfx', false],
  ['/*.pdf$', '/a.pdf?x=1', false],
  ['/*?id=', '/shop?id=3', true],
  ['/a*b*c', '/a-b-b', false],
  ['/a*b*c', '/a-b-b-c-d', true],
  ['/a$b', '/a$bc', true],
  ['/a$', '/a', true],
  ['/a$', '/ab', false],
  ['/a*$', '/ab', true],
  ['/', '/anything', true],
  ['', '/anything', false],
  ['/caf%C3%A9', '/café', true],
  ['/café', '/caf%c3%a9/x', true],
  ['/%7Ejoe', '/~joe', true],
  ['/a%2fb', '/a/b', false],
  ['/a%2Fb', '/a%2fb', true],
])('Disallow: %s and the path %s: %s', (pattern, path, isForbidden) => {
  expect(allows(forAll(`Disallow: ${pattern}`), path)).toBe(!isForbidden)
})

test('the group with its own name counts, all of them together, otherwise that for all', () => {
  const text = `User-agent: OtherBot
User-agent: frontdeskbot # this one
Disallow: /a
Crawl-delay: 2

User-agent: *
Disallow: /
Crawl-delay: 9

User-Agent : FrontdeskBot/1.0
disallow : /b
Sitemap: https://shop.example/map.xml`
  expect(['/a', '/b', '/c'].map((path) => allows(text, path))).toEqual([false, false, true])
  expect(read(text)).toMatchObject({ delay: 2, sitemaps: ['https://shop.example/map.xml'] })
  expect(allows('User-agent: OtherBot\nDisallow: /', '/a')).toBe(true)
  expect(read(forAll('Crawl-delay: 900')).delay).toBe(30)
  expect(read(forAll('Crawl-delay: soon')).delay).toBe(0)
})

test('a robots.txt says nothing about other hosts; if it fails, nothing may be read', () => {
  const elsewhere = 'https://other.example/a'
  expect(isAllowed(read(forAll('Disallow: /')), elsewhere, createBudget(100))).toBe(true)
  expect(isAllowed(allowAll, elsewhere, createBudget(100))).toBe(true)
  expect(isAllowed(allowNone, elsewhere, createBudget(100))).toBe(false)
})

test('the most used package gives the same results within the limits', () => {
  const sign = fc.constantFrom('a', 'b', '/', '*', '.', '?', '=')
  const pattern = fc.string({ unit: sign, maxLength: 8 }).map((text) => `/${text}`)
  const end = fc.constantFrom('', '$')
  const rule = fc.tuple(fc.constantFrom('Allow', 'Disallow'), pattern, end)
  const path = fc
    .string({ unit: fc.constantFrom('a', 'b', '/', '.', '?', '='), maxLength: 12 })
    .map((text) => `/${text}`)
  const property = fc.property(fc.array(rule, { maxLength: 6 }), path, (rules, path) => {
    const text = forAll(...rules.map(([field, pattern, end]) => `${field}: ${pattern}${end}`))
    const { href } = new URL(`${origin}/x`)
    const address = href.replace('/x', path)
    const parser = (robotsParser as unknown as typeof robotsParser.default)(`${origin}/robots.txt`, text)
    const budget = createBudget(Number.POSITIVE_INFINITY)
    expect(isAllowed(read(text), address, budget), text).toBe(parser.isAllowed(address, 'FrontdeskBot'))
  })
  fc.assert(property, { numRuns: 500 })
})

test('[threat 16] no rule compares more than path × pattern; what costs too much is not allowed', () => {
  const pattern = `/${'*a'.repeat(200)}b`
  const address = `${origin}/${'a'.repeat(1900)}`
  const text = forAll(...Array.from({ length: 1200 }, () => `Disallow: ${pattern}`))
  expect(text.length).toBeLessThan(500_000)
  const one = createBudget(Number.POSITIVE_INFINITY)
  expect(isAllowed(read(forAll(`Disallow: ${pattern}`)), address, one)).toBe(true)
  expect(one.spent()).toBeLessThan(1902 * 402)
  const all = createBudget(500_000)
  expect(isAllowed(read(text), address, all)).toBe(false)
  expect(all.spent()).toBeLessThan(501_000)
})

test('a file of only rules uses no more memory than the limit, and long patterns forbid', () => {
  const { rules } = read(forAll(...Array.from({ length: 20_000 }, (_, at) => `Disallow: /${at}`)))
  expect(rules).toHaveLength(10_000)
  const long = `/${'a'.repeat(600)}`
  expect(allows(forAll(`Disallow: ${long}b`), long)).toBe(false)
  expect(allows(forAll('Disallow: /', `Allow: ${long}`), long)).toBe(false)
})

test.each([
  ['noindex', ['noindex']],
  ['None', ['noindex', 'nofollow']],
  ['googlebot: noindex', []],
  ['googlebot: noindex, nofollow', []],
  ['noindex, googlebot: nofollow', ['noindex']],
  ['otherbot: nofollow, FrontdeskBot: noindex', ['noindex']],
  ['frontdesk: noindex', ['noindex']],
  ['*: noindex', ['noindex']],
  ['max-snippet: 20, noindex', ['noindex']],
  ['unavailable_after: 25 Jun 2030 15:00:00 PST', []],
  ['AhrefsBot/7.0: noindex', []],
])('the header %s says to this crawler: %j', (header, words) => expect(readRobotsTag(header)).toEqual(words))
