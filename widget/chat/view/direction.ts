const rightToLeft = /^(ar|dv|fa|he|iw|ku|ps|sd|ug|ur|yi)\b/i

/**
 * The direction of the window: that of a language that the page's tag names or that is written from right to left,
 * otherwise that of the page.
 */
export function directionOf(language: string, named: string | undefined): 'rtl' | 'ltr' {
  if (named || rightToLeft.test(language)) return rightToLeft.test(language) ? 'rtl' : 'ltr'
  const { documentElement: page, body } = document
  if (getComputedStyle(body ?? page).direction === 'rtl') return 'rtl'
  return !page.dir && rightToLeft.test(page.lang) ? 'rtl' : 'ltr'
}
