import { Ajv2020 } from '@redocly/ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { openApiDocument } from '../../server/http/openapi.ts'
import { examples } from '../../server/http/openapi-examples.ts'
import { downloads, operations, uploads } from '../../server/operations.ts'
import { publicEvents } from '../../shared/event.ts'

const build = () => openApiDocument({ operations, uploads, downloads }, { version: '1', baseUrl: 'https://x' })
/** As a client reads it. */
const document = JSON.parse(JSON.stringify(await build()))
const { schemas } = document.components
const named = (name: string) => ({ $ref: `#/components/schemas/${name}` })

test('while it is built, other requests are served after each operation, schema and path', async () => {
  let turns = 0
  let isBuilt = false
  const count = () => {
    turns++
    if (!isBuilt) setImmediate(count)
  }
  setImmediate(count)
  await build()
  isBuilt = true
  const operationIds = JSON.stringify(document.paths).match(/"operationId":/g)
  const pieces = [operationIds, Object.keys(schemas), Object.keys(document.paths)].map((list) => list?.length ?? 0)
  expect(turns).toBeGreaterThan(pieces.reduce((sum, length) => sum + length) - 20)
})

test('a streaming operation answers an event stream, and a POST says when it is a replay', () => {
  for (const path of ['/conversations', '/conversations/{id}/messages']) {
    const [answer] = Object.values(document.paths[path].post.responses) as Record<string, object>[]
    expect(Object.keys(answer?.content ?? {})).toEqual(['application/json', 'text/event-stream'])
    expect(answer?.headers).toHaveProperty('Idempotent-Replay')
  }
  const { TooManyRequests, Unauthorized } = document.components.responses
  expect(TooManyRequests.headers).toHaveProperty('Retry-After')
  expect(Unauthorized.headers).toHaveProperty('WWW-Authenticate')
})

test('an operation documents its own errors, and common ones once', () => {
  const statuses = (path: string, method: string) => Object.keys(document.paths[path][method].responses)
  expect(statuses('/labels', 'get')).toEqual(['200', '400', '401', '403', '429', 'default'])
  expect(statuses('/leads/{id}', 'get')).toEqual(['200', '400', '401', '403', '404', '429', 'default'])
  expect(statuses('/conversations', 'post')).toEqual(expect.arrayContaining(['409', '413', '502', '503', 'default']))
  const answered503 = Object.entries<Record<string, { responses: object }>>(document.paths).filter(([, methods]) =>
    Object.values(methods).some(({ responses }) => '503' in responses),
  )
  expect(answered503.map(([path]) => path)).toEqual([
    '/conversations',
    '/conversations/{id}/messages',
    '/assistant/chat',
  ])
})

test('the scope of an operation is machine-readable', () => {
  expect(document.paths['/leads'].get.security).toEqual([{ key: ['leads:read'] }])
  expect(document.paths['/me'].get.security).toEqual([{ key: [] }])
  expect(document.paths['/openapi.json'].get.security).toEqual([])
})

/** Where an example and its schema are in the document: of a parameter, a body or a response. */
function examplesIn(value: unknown, place: string[] = []): { place: string[]; schema: string; example: unknown }[] {
  if (typeof value !== 'object' || value === null) return []
  const below = Object.entries(value).flatMap(([name, inner]) =>
    name === 'schema' || name === 'example' ? [] : examplesIn(inner, [...place, name]),
  )
  if (!('example' in value) || place.at(-1) === 'text/event-stream') return below
  const schema = [...place, 'schema'].map((name) =>
    encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1')),
  )
  return [{ place, schema: `document#/paths/${schema.join('/')}`, example: value.example }, ...below]
}

test('the most used operations have examples, which match their schemas', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false, allErrors: true })
  ajv.addSchema(document, 'document')
  const found = examplesIn(document.paths)
  for (const { place, schema, example } of found) {
    const validate = ajv.getSchema(schema)
    expect(validate?.(example), `${place.join(' ')}: ${ajv.errorsText(validate?.errors)}`).toBe(true)
  }
  const named = Object.values<Record<string, { operationId: string; responses: object }>>(document.paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ responses }) => JSON.stringify(responses).includes('"example":{'))
    .map(({ operationId }) => operationId)
  expect(named.sort()).toEqual(Object.keys(examples).sort())
  expect(named.length).toBeGreaterThanOrEqual(20)
  const bodies = found.filter(({ place }) => place.includes('requestBody'))
  expect(bodies.length).toBeGreaterThan(8)
})

test('an example has all required fields of its answer, and no unknown ones', () => {
  const all = [operations, downloads].flatMap((map) => Object.entries<object>(map))
  for (const [feature, list] of all)
    for (const [name, operation] of Object.entries(list)) {
      const example = examples[`${feature}.${name}`]
      if (!example) continue
      expect(operation.output.parse(example.answer), `${feature}.${name}`).toEqual(example.answer)
      expect(operation.input.safeParse(example.request ?? {}).error, `${feature}.${name}`).toBeUndefined()
    }
})

test('every body and answer has a name, and every tag a description', () => {
  for (const [path, methods] of Object.entries<Record<string, object>>(document.paths)) {
    if (path === '/openapi.json') continue
    const text = JSON.stringify(Object.values(methods))
    for (const [, schema] of text.matchAll(/"application\/json":\{"schema":\{"([^"]+)"/g))
      expect([path, schema]).toEqual([path, '$ref'])
  }
  for (const { name, description } of document.tags) expect(description, name).toMatch(/\.$/)
})

test('every reference resolves, and no number has the bounds of JavaScript', () => {
  const text = JSON.stringify(document)
  for (const [, name] of text.matchAll(/#\/components\/schemas\/([^"]+)"/g))
    expect(schemas).toHaveProperty([name ?? ''])
  expect(text).not.toContain('9007199254740991')
})

test('each type of message and of event has a schema of its own', () => {
  expect(schemas.Message.discriminator.mapping).toMatchObject({ text: named('TextMessage').$ref })
  expect(Object.keys(schemas.Event.discriminator.mapping)).toEqual(publicEvents)
  expect(schemas.EventLogListAnswer.properties.items.items).toEqual(named('Event'))
  expect(schemas.LeadCapturedEvent.properties.data.properties).toHaveProperty('email')
})

test('a message needs text or an action', () => {
  expect(document.paths['/conversations/{id}/messages'].post.requestBody.required).toBe(true)
  expect(schemas.ConversationsSendRequest.oneOf).toEqual([{ required: ['text'] }, { required: ['action'] }])
})

test('collections come before records, and reads before writes', () => {
  const labels = Object.entries<Record<string, object>>(document.paths).filter(([path]) => path.startsWith('/labels'))
  expect(labels.map(([path, methods]) => [path, Object.keys(methods)])).toEqual([
    ['/labels', ['get', 'post']],
    ['/labels/{id}', ['patch', 'delete']],
  ])
})

test('an id in the body or the query may be unknown, like one in the path', () => {
  const codes = (path: string, method: string) => Object.keys(document.paths[path][method].responses)
  const twins = [
    ['/attribute-definitions', '/attribute-definitions/{id}', 'patch'],
    ['/attribute-definitions', '/attribute-definitions/{id}', 'delete'],
  ] as const
  for (const [path, twin, method] of twins) expect(codes(path, method)).toEqual(codes(twin, method))
})
