import { describe, expect, test } from 'vitest'
import {
  categoryOf,
  isOfSite,
  isTrap,
  isUseful,
  linksOfPage,
  toAddress,
} from '../../server/features/knowledge/crawl/address.ts'

const at = (path: string) => `https://shop.example${path}`

describe('an endless URL', () => {
  test.each([
    ['/a/b/c/d/e/f/g/h/i/j/k/l', false],
    ['/a/b/c/d/e/f/g/h/i/j/k/l/m', true],
    ['/a/b/a/b/a/c', false],
    ['/a/b/a/b/a/c/a', true],
    ['/list?a=1&b=2&c=3&d=4&e=5&f=6', false],
    ['/list?a=1&b=2&c=3&d=4&e=5&f=6&g=7', true],
    ['/events/2031/05', false],
    ['/events/2032/05', true],
    ['/events/2021-12', false],
    ['/events/2020-12', true],
    ['/calendar?month=2040-1', true],
    ['/products/2040/13', false],
    ['/products/2040', false],
  ])('%s: %s', (path, expected) => {
    expect(isTrap(at(path), 2026)).toBe(expected)
  })
})

test.each([
  ['https://www.shop.example/a', true],
  ['http://shop.example/', true],
  ['https://shop.example:8443/', false],
  ['https://blog.shop.example/', false],
  ['no address', false],
])('%s belongs to the website https://shop.example: %s', (address, expected) => {
  expect(isOfSite(address, at('/'))).toBe(expected)
  expect(isOfSite(at('/'), address)).toBe(expected)
})

test.each([
  ['/delivery', true],
  ['/shop?size=s&colour=red', true],
  ['/shop?size=s&colour=red&page=2', false],
  ['/login', false],
  ['/de/warenkorb/', false],
  ['/tagged', true],
])('%s is useful: %s', (path, expected) => {
  expect(isUseful(at(path))).toBe(expected)
})

test.each([
  ['/', null],
  ['/help/returns', 'help'],
  ['/de/hilfe', 'hilfe'],
  ['/de-CH/hilfe', 'hilfe'],
  ['/de', null],
  ['/about.html', null],
  ['/f%C3%BCr-firmen/x', 'für-firmen'],
  ['/%zz/x', '%zz'],
  [`/${'a'.repeat(81)}/x`, 'a'.repeat(80)],
])('%s is in the category %s', (path, expected) => {
  expect(categoryOf(at(path))).toBe(expected)
})

test.each([
  ['/a?utm_source=x&size=s#top', '/a?size=s'],
  ['/a//b;jsessionid=12?b=1', '/a/b?b=1'],
  [' /a ', '/a'],
  ['/plan.PDF', undefined],
  ['mailto:info@shop.example', undefined],
  ['https://user@shop.example/', undefined],
  ['https://:word@shop.example/', undefined],
  [`/${'a'.repeat(2000 - at('/').length)}`, `/${'a'.repeat(2000 - at('/').length)}`],
  [`/${'a'.repeat(2001 - at('/').length)}`, undefined],
])('the link %s leads to %s', (link, expected) => {
  expect(toAddress(link, at('/from'))).toBe(expected && at(expected))
})

test.each([
  [null, at('/a/')],
  ['/base/', at('/base/')],
  ['http://[', at('/a/')],
])('links of a page with the base %s are relative to %s', (base, expected) => {
  expect(linksOfPage({ base, links: ['x'] }, at('/a/'))).toEqual({ links: ['x'], base: expected })
})
