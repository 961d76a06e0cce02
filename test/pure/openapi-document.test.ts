import { expect, test } from 'vitest'
import { openApiDocument } from '../../server/http/openapi.ts'
import { downloads, operations, uploads } from '../../server/operations.ts'
import { publicEvents } from '../../shared/event.ts'

// biome-ignore lint/suspicious/noExplicitAny: the tests say what the document is to hold.
const document = openApiDocument({ operations, uploads, downloads }, { version: '1', baseUrl: 'https://x' }) as any
const { schemas } = document.components
const named = (name: string) => ({ $ref: `#/components/schemas/${name}` })

test('an operation that streams answers an event stream, and a POST says when it is a replay', () => {
  for (const path of ['/conversations', '/conversations/{id}/messages']) {
    const [answer] = Object.values(document.paths[path].post.responses) as Record<string, object>[]
    expect(Object.keys(answer?.content ?? {})).toEqual(['application/json', 'text/event-stream'])
    expect(answer?.headers).toHaveProperty('Idempotent-Replay')
  }
  const { TooManyRequests, Unauthorized } = document.components.responses
  expect(TooManyRequests.headers).toHaveProperty('Retry-After')
  expect(Unauthorized.headers).toHaveProperty('WWW-Authenticate')
})

test('an operation documents the refusals that it has, and what any may have once', () => {
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

test('the scope of an operation can be read by a program', () => {
  expect(document.paths['/leads'].get.security).toEqual([{ key: ['leads:read'] }])
  expect(document.paths['/me'].get.security).toEqual([{ key: [] }])
  expect(document.paths['/openapi.json'].get.security).toEqual([])
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

test('every reference leads somewhere, and no number has the bounds of JavaScript', () => {
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

test('operations on a collection come before those on its records, and reading before writing', () => {
  const labels = Object.entries<Record<string, object>>(document.paths).filter(([path]) => path.startsWith('/labels'))
  expect(labels.map(([path, methods]) => [path, Object.keys(methods)])).toEqual([
    ['/labels', ['get', 'post']],
    ['/labels/{id}', ['patch', 'delete']],
  ])
})
