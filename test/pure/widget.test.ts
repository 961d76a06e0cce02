import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { brandTokens, WidgetConfig } from '../../shared/widget.ts'

const faultOf = (config: unknown) => WidgetConfig.safeParse(config).error?.issues[0]?.path.join('.')
const withToken = (value: string) => ({ brand: { tokens: { '--radius-window': value } } })

test('every token that a site may set is one of the design tokens', () => {
  const css = readFileSync(new URL('../../shared/tokens.css', import.meta.url), 'utf8')
  for (const token of brandTokens) expect(css).toContain(`  ${token}:`)
})

test.each([
  '12px',
  '#fff',
  'oklch(0.5 0.15 255)',
  'light-dark(#fff, #000)',
  'calc(1rem + (2 * 3px))',
  '0 8px 28px rgb(0 0 0 / 50%)',
  'Georgia, serif',
  '400 0.9375rem/1.375rem var(--font)',
])('[R407] %s is a value', (value) => {
  expect(faultOf(withToken(value))).toBeUndefined()
})

test.each([
  'red; background: url(https://evil.example/)',
  'red} * {display: none',
  'url(https://evil.example/x.png)',
  'URL(//evil.example)',
  'u\\72l(//evil.example)',
  'image-set(red)',
  'src(x)',
  '-moz-element(a)',
  'expression(alert(1))',
  'calc(1px',
  '1px) url(x',
  '1px)(',
  'red /* ',
  '</style><script>alert(1)</script>',
  '"x"',
  "'x'",
  'red !important',
  '@import x',
  'red\n;',
  'red\n',
  'x\u0000y',
  'a'.repeat(201),
])('[R407] %j injects CSS and is refused', (value) => {
  expect(faultOf(withToken(value))).toBe('brand.tokens.--radius-window')
})

test('[R410] the powered-by line may be translated while it names the product', () => {
  expect(faultOf({ strings: { poweredBy: 'Propulsé par Frontdesk' } })).toBeUndefined()
  for (const poweredBy of ['', 'Powered by us', 'Front desk'])
    expect(faultOf({ strings: { poweredBy } })).toBe('strings.poweredBy')
})

test('flows and forms are found by their ids, so these differ', () => {
  const form = { id: 'one', fields: [{ name: 'a', label: 'A', type: 'text' }] }
  expect(faultOf({ forms: [form, { ...form, id: 'two' }] })).toBeUndefined()
  expect(faultOf({ forms: [form, form] })).toBe('forms')
})
