import { describe, expect, test } from 'vitest'
import { createValidator } from '../support/validate.ts'

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const document = {
  paths: {
    '/things': {
      get: { responses: { 200: json({ $ref: '#/components/schemas/Things' }), 400: {} } },
      post: { responses: { 201: json({ $ref: '#/components/schemas/Thing' }), 429: {} } },
    },
    '/things/{id}': { get: { responses: { 200: json({ $ref: '#/components/schemas/Thing' }), 404: {} } } },
    '/any': { get: { responses: { 200: {}, default: {} } } },
    '/things/new': { get: { responses: { 200: json({ const: 'new' }) } } },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'string' }, of: { $ref: '#/components/schemas/Thing' } },
      },
      Things: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
      Error: {
        type: 'object',
        required: ['error'],
        properties: { error: { type: 'object', required: ['code', 'message'] } },
      },
    },
  },
}

const faultsOf = createValidator(document)
const usual = {
  'content-type': 'application/json',
  'x-request-id': 'req_1',
  'x-ratelimit-limit': '1',
  'x-ratelimit-remaining': '0',
}
const error = { error: { code: 'x', message: 'y' } }

function faults(method: string, path: string, status: number, body: unknown, headers: Record<string, string> = {}) {
  const found = faultsOf({ method, path, status, body, headers: new Headers({ ...usual, ...headers }) })
  return found.map((fault) => fault.replace(/^.* → \d+: /, ''))
}

describe('a response', () => {
  test('that matches the document has no fault', () => {
    expect(faults('GET', '/things?limit=1', 200, [{ id: 'a', of: { id: 'b' }, more: 1 }])).toEqual([])
    expect(faults('POST', '/things', 201, { id: 'a' })).toEqual([])
    expect(faults('GET', '/things/a%2Fb', 200, { id: 'a' })).toEqual([])
    expect(faults('GET', '/things/new', 200, 'new')).toEqual([])
    expect(faults('GET', '/things/a', 404, error)).toEqual([])
    expect(faults('GET', '/nowhere', 404, error)).toEqual([])
    expect(faults('DELETE', '/things', 405, error)).toEqual([])
  })

  test('with another body has one', () => {
    expect(faults('GET', '/things', 200, [{ id: 'a', of: { id: 1 } }])).toEqual(['body/0/of/id must be string'])
    expect(faults('GET', '/things', 200, {})).toEqual(['body must be array'])
    expect(faults('GET', '/things/a', 404, { error: { code: 'x' } })).toEqual([expect.stringContaining('message')])
    expect(faults('GET', '/nowhere', 404, {})).toEqual([expect.stringContaining('error')])
  })

  test('that is not documented has one', () => {
    expect(faults('POST', '/things', 200, { id: 'a' })).toEqual(['the status is not documented'])
    expect(faults('GET', '/things', 404, error)).toEqual(['the status is not documented'])
    expect(faults('GET', '/nowhere', 200, {})).toEqual(['no such operation is documented'])
  })

  test('that any operation may give is documented once, by default', () => {
    const unknown = { error: { code: 'not_found', message: 'No such site.' } }
    expect(faults('GET', '/any', 404, unknown)).toEqual([])
    expect(faults('GET', '/any', 500, error)).toEqual([])
    expect(faults('GET', '/any', 500, {})).toHaveLength(1)
    expect(faults('GET', '/any', 404, error)).toEqual(['the status is not documented'])
    expect(faults('GET', '/any', 502, error)).toEqual(['the status is not documented'])
    expect(faults('GET', '/things', 500, error)).toEqual(['the status is not documented'])
  })

  test('with other headers has one', () => {
    expect(faults('GET', '/things', 200, [], { 'x-request-id': '' })).toEqual([expect.stringContaining('x-request-id')])
    expect(faults('GET', '/things', 200, [], { 'content-type': 'text/html' })).toHaveLength(1)
    expect(faults('GET', '/things', 200, [], { 'access-control-allow-origin': '*' })).toHaveLength(1)
    expect(faults('POST', '/things', 429, error)).toEqual(['retryAfter is not there'])
    const late = { error: { ...error.error, retryAfter: 5 } }
    expect(faults('POST', '/things', 429, late, { 'retry-after': '5' })).toEqual([])
    expect(faults('POST', '/things', 429, late, { 'retry-after': '6' })).toHaveLength(1)
    expect(faults('POST', '/things', 429, late)).toHaveLength(1)
  })
})
