import { expect, test } from 'vitest'
import type { LinkRules } from '../../server/core/reader.ts'
import { toAddress } from '../../server/features/knowledge/crawl/address.ts'
import { createBudget } from '../../server/features/knowledge/crawl/glob.ts'
import { checkLinks } from '../../server/features/knowledge/crawl/links.ts'
import { allowAll, readRobots } from '../../server/features/knowledge/crawl/robots.ts'

const website = 'https://shop.example/'
const rulesOf = (given: Partial<LinkRules> = {}): LinkRules => ({
  ...{ website, robots: allowAll, include: [], exclude: [], year: 2026 },
  ...given,
})
const wantedOf = (links: string[], rules: Partial<LinkRules> = {}) =>
  checkLinks({ links, base: website }, rulesOf(rules))
    .checked.filter(({ isWanted }) => isWanted)
    .map(({ url }) => url.replace(website, '/'))

test('links become URLs without duplicates; foreign ones, traps and useless pages are dropped', () => {
  const links = ['/a', 'a#top', '/a?utm_source=x', 'https://other.example/', '/login', '/x/x/x/x', 'mailto:a@b.example']
  expect(wantedOf(links)).toEqual(['/a'])
  const robots = readRobots(`${website}robots.txt`, 'User-agent: *\nDisallow: /b')
  expect(checkLinks({ links: ['/a', '/b', '/login'], base: website }, rulesOf({ robots })).checked).toEqual([
    { url: `${website}a`, isAllowed: true, isWanted: true },
    { url: `${website}b`, isAllowed: false, isWanted: false },
    { url: `${website}login`, isAllowed: true, isWanted: false },
  ])
})

test('globs select, with and without a trailing slash; chosen pages need no other check', () => {
  const links = ['/services/', '/services/a', '/blog/a', '/login']
  expect(wantedOf(links, { include: ['/services/**'] })).toEqual(['/services/', '/services/a'])
  expect(wantedOf(links, { exclude: ['/services', '/blog/*'] })).toEqual(['/services/a'])
  expect(wantedOf(links, { exclude: ['/blog/*'], isChosen: true })).toEqual(['/services/', '/services/a', '/login'])
})

test('[threat 16] 200 hostile globs and a hostile robots.txt have a bounded cost, whatever links a page has', () => {
  const hostile = Array.from({ length: 100 }, (_, at) => `${'/**'.repeat(8)}/**/a*a*a*a*a*a*/zz${at}`)
  const robots = readRobots(
    `${website}robots.txt`,
    `User-agent: *\n${Array.from({ length: 1000 }, () => `Disallow: /${'*a'.repeat(200)}b`).join('\n')}`,
  )
  const links = Array.from({ length: 5000 }, (_, at) => `/${at}${'a'.repeat(1800)}`)
  const globs = { include: hostile, exclude: hostile }
  for (const given of [rulesOf(globs), rulesOf({ robots, ...globs })]) {
    const [budget, unlimited] = [createBudget(3_000_000), createBudget(Number.POSITIVE_INFINITY)]
    const { checked, isCut } = checkLinks({ links, base: website }, given, budget)
    expect([checked.some(({ isWanted }) => isWanted), isCut]).toEqual([false, true])
    // Each glob checks the last link once more.
    expect(budget.spent()).toBeLessThan(3_010_000)
    const one = checkLinks({ links: links.slice(0, 1), base: website }, given, unlimited)
    expect([one.checked[0]?.isWanted, one.isCut]).toEqual([false, false])
    expect(unlimited.spent()).toBeLessThan(501_000)
  }
})

test('[threat 16] a normal site is checked completely', () => {
  const globs = Array.from({ length: 100 }, (_, at) => `**/category-${at}/*`)
  const rules = Array.from({ length: 1000 }, (_, at) => `Disallow: /*?filter${at}=`).join('\n')
  const robots = readRobots(`${website}robots.txt`, `User-agent: *\n${rules}`)
  const links = Array.from(
    { length: 1000 },
    (_, at) => `/shop/category-${at % 100}/a-page-with-a-name-of-some-length-${at}`,
  )
  const { checked, isCut } = checkLinks(
    { links, base: website },
    rulesOf({ robots, include: globs, exclude: ['/x/**'] }),
  )
  expect([checked.length, checked.every(({ isWanted }) => isWanted), isCut]).toEqual([1000, true, false])
})

test('[threat 13] a URL of megabytes is rejected without parsing', () => {
  // Removing each of its parameters from all others would exceed the test's time.
  expect(toAddress(`/?${'sid=1&ref=2&'.repeat(200_000)}`, website)).toBeUndefined()
})
