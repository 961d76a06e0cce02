import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Email } from '../../shared/address.ts'
import { allowsOrigin } from '../../shared/origin.ts'
import { clipped, exact, line, text } from '../../shared/text.ts'

const folder = new URL('../../shared/', import.meta.url)
const files = readdirSync(folder).filter((name) => name.endsWith('.ts'))
const modules = await Promise.all(files.map((name) => import(new URL(name, folder).href)))
const schemas = modules.flatMap((module, place) =>
  Object.entries(module as Record<string, unknown>)
    .filter((entry): entry is [string, z.ZodType] => entry[1] instanceof z.ZodType)
    .map(([name, schema]) => ({ name: `${files[place]} ${name}`, schema })),
)

test.each(schemas)('$name has a JSON Schema for input and output', ({ schema }) => {
  for (const io of ['input', 'output'] as const) {
    expect(() => z.toJSONSchema(schema, { target: 'draft-2020-12', io, reused: 'ref' })).not.toThrow()
  }
})

test('no two schemas have the same id', () => {
  const byId = new Map<string, z.ZodType>()
  for (const { schema } of schemas) {
    const id = z.globalRegistry.get(schema)?.id
    if (id === undefined) continue
    expect(byId.get(id) ?? schema, id).toBe(schema)
    byId.set(id, schema)
  }
  expect(byId.size).toBeGreaterThan(40)
})

test('all of them fit into one document', () => {
  const everything = z.object(Object.fromEntries(schemas.map(({ name, schema }) => [name, schema])))
  for (const io of ['input', 'output'] as const) {
    const document = z.toJSONSchema(everything, { target: 'draft-2020-12', io, reused: 'ref' })
    expect(Object.keys(document.properties ?? {})).toHaveLength(schemas.length)
  }
})

test('texts are trimmed and counted in code points', () => {
  expect(text(3).parse(' a\nb ')).toBe('a\nb')
  expect(line(5).parse(' a \n\t b ')).toBe('a b')
  expect(exact(3).parse(' a ')).toBe(' a ')
  expect(text(2).safeParse('😀😀').success).toBe(true)
  expect(text(2).safeParse('😀😀😀').success).toBe(false)
  expect(text(2, 1).safeParse('  ').error?.issues[0]?.message).toBe('Must not be empty.')
})

test.each([text(9), line(9), exact(9)])('texts contain neither NUL nor lone surrogates', (schema) => {
  expect(schema.safeParse('a\u0000').error?.issues[0]?.message).toContain('NUL')
  expect(schema.safeParse('a\udc00').error?.issues[0]?.message).toContain('well-formed')
  expect(clipped(9).parse('a\u0000\udc00b')).toBe('a\ufffdb')
})

test('an email is compared trimmed and in lower case [U60]', () => {
  expect(Email.parse(' Ada@Example.COM ')).toBe('ada@example.com')
  for (const email of ['ada', 'a@b', 'a b@example.com', '@example.com'])
    expect(Email.safeParse(email).success).toBe(false)
})

test('an origin is allowed if the list contains or covers it [R389]', () => {
  const allowed = ['https://www.example.com', 'https://*.shop.example', 'http://127.0.0.1:3000']
  for (const origin of [
    'https://www.example.com',
    'https://a.shop.example',
    'https://a.b.shop.example',
    'http://127.0.0.1:3000',
  ]) {
    expect(allowsOrigin(allowed, origin), origin).toBe(true)
  }
  const foreign = [
    'null',
    '',
    'http://www.example.com',
    'https://www.example.com:8443',
    'https://www.example.com.evil.test',
    'https://shop.example',
    'https://evilshop.example',
    'https://.shop.example',
    'https://evil.test/.shop.example',
    'https://evil.test#.shop.example',
    'http://a.shop.example',
    'http://127.0.0.1:3001',
  ]
  for (const origin of foreign) expect(allowsOrigin(allowed, origin), origin).toBe(false)
})
