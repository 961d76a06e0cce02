import { domainToUnicode } from 'node:url'
import { describe, expect, test } from 'vitest'
import { Email } from '../../shared/address.ts'
import { unicodeDomain } from '../../shared/domain.ts'

describe('an email address is kept with its domain in Unicode', () => {
  test.each([
    ['Info@Example.com', 'info@example.com'],
    ['info@müller.example', 'info@müller.example'],
    ['info@MÜLLER.example', 'info@müller.example'],
    // Browsers send this for the one above.
    ['info@xn--mller-kva.example', 'info@müller.example'],
    ["o'neil+shop@straße.de", "o'neil+shop@straße.de"],
    ['anna@президент.рф', 'anna@президент.рф'],
    ['anna@例え.テスト', 'anna@例え.テスト'],
    ['anna@xn--r8jz45g.xn--zckzah', 'anna@例え.テスト'],
    ['anna@mu\u0308ller.example', 'anna@müller.example'],
    ['anna@ｅｘａｍｐｌｅ.com', 'anna@example.com'],
  ])('%s: %s', (given, kept) => {
    expect(Email.parse(given)).toBe(kept)
    expect(Email.parse(kept)).toBe(kept)
  })

  test.each([
    ...['', 'anna', '@example.com', 'anna@', 'anna@localhost', 'anna@1.2.3.4', 'anna@example', 'a b@example.com'],
    ...[
      'anna@@example.com',
      'anna@exa mple.com',
      'anna@example.com:80',
      'anna@example.com/x',
      'anna@-a.com',
      '.a@b.com',
    ],
    ...['a..b@c.com', 'a.@c.com', 'anna@xn--.de', 'anna@xn--a.com', 'anna@müller..de', 'anna@*.de', 'änna@example.com'],
    ...['anna@a%2eb.com', 'anna@user@host.com', `anna@${'a'.repeat(300)}.com`],
  ])('“%s” is none', (given) => {
    expect(Email.safeParse(given).success).toBe(false)
  })

  test('as Node decodes it', () => {
    for (const domain of [
      'xn--80ak6aa92e.com',
      'xn--99zzzzz.de',
      'xn--bcher-kva.ch',
      'xn--p1ai.xn--p1ai',
      'xn--wgbl6a.xn--wgbh1c',
    ])
      expect(unicodeDomain(domain), domain).toBe(domainToUnicode(domain) || null)
  })
})
