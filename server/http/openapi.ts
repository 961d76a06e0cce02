import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'
import { ErrorBody } from '../../shared/error.ts'
import { EventEnvelope, events, publicEvents } from '../../shared/event.ts'
import { type DownloadOperation, type Operation, pathNames } from '../core/operation.ts'
import { examples } from './openapi-examples.ts'
import { createNames, type Names } from './openapi-schemas.ts'
import { apiIntroduction, tagDescriptions } from './openapi-texts.ts'
import type { Maps } from './rest.ts'

type Json = Record<string, unknown>

/**
 * The OpenAPI 3.1 document of these operations. Named schemas become components; others are inlined. It takes half a
 * second, so it yields to other requests after each operation.
 */
export async function openApiDocument(
  { operations, uploads, downloads }: Maps,
  about: { version: string; baseUrl: string },
): Promise<Json> {
  const named = createNames()
  const paths: Record<string, Json> = { '/openapi.json': ownPath }
  const error = named.schema(ErrorBody, 'output')
  const features = [...new Set([operations, uploads, downloads].flatMap((map) => Object.keys(map)))]
  for (const feature of features) {
    const kinds = [
      { list: operations[feature], body: jsonBody },
      { list: uploads[feature], body: formBody },
      { list: downloads[feature], body: jsonBody },
    ]
    for (const { list, body } of kinds)
      for (const [name, operation] of inOrder(list)) {
        const path = operation.path.replace(/:(\w+)/g, '{$1}')
        paths[path] = { ...paths[path], [operation.method]: describe({ feature, name, operation, body }, named) }
        await nextTurn()
      }
  }
  defineEvents(named)
  return named.settle({
    openapi: '3.1.1',
    info: {
      title: 'Frontdesk API',
      version: about.version,
      description: apiIntroduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${about.baseUrl}/api/v1` }],
    security: [{ key: [] }],
    tags: [...features, 'description'].map((name) => ({ name, description: tagDescriptions[name] ?? name })),
    paths,
    components: {
      securitySchemes: { key: bearer },
      headers: namedHeaders,
      responses: errorResponsesOf(error),
    },
  })
}

const bearer = {
  type: 'http',
  scheme: 'bearer',
  description:
    'An API key `svc_live_…`, a session token `svc_sess_…`, or the admin key. The security requirement of an operation ' +
    'is the scope that it needs; an empty one means that any caller can use it.',
}

const methods = ['get', 'post', 'put', 'patch', 'delete']
/** Orders collections before records and records before their actions; reads before writes. */
const rankOf = ({ method, path }: Operation) =>
  10 * path.split('/').length + (path.includes(':') ? 5 : 0) + methods.indexOf(method)

const inOrder = (list: Record<string, Operation> = {}) =>
  Object.entries(list).sort(([, one], [, other]) => rankOf(one) - rankOf(other))

const pascal = (name: string) => name.replace(/(?:^|[._-])(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Defines the events of `GET /events` with the data of each type. */
function defineEvents(named: Names): void {
  const variants = publicEvents.map((type) => {
    const { description, data } = events[type]
    const { id, createdAt, site } = EventEnvelope.shape
    const schema = z.object({ id, type: z.literal(type), createdAt, site, data })
    return named.define(`${pascal(type)}Event`, { description, ...named.fields(schema) }, 'output')
  })
  named.define('Event', { description: 'An event. Its type determines `data`.', oneOf: variants }, 'output')
}

const namedHeaders = {
  RetryAfter: { description: 'Seconds to wait. On every 429 and 503.', schema: { type: 'integer' } },
  Challenge: { description: 'On every 401.', schema: { type: 'string', const: 'Bearer' } },
  Replay: {
    description: 'On a stored response to a repeated `Idempotency-Key` or `clientMessageId`.',
    schema: { type: 'string', const: 'true' },
  },
  RequestId: { description: 'Include this id when you ask for help.', schema: { type: 'string' } },
  RateLimit: { description: "The caller's requests per minute.", schema: { type: 'integer' } },
  RateRemaining: { description: 'Requests remaining in this minute.', schema: { type: 'integer' } },
}

const headerRefs = {
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
  'X-RateLimit-Limit': { $ref: '#/components/headers/RateLimit' },
  'X-RateLimit-Remaining': { $ref: '#/components/headers/RateRemaining' },
}

const retryAfter = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }

/** The responses for each error status, with their names. */
const errorResponses: Record<number, [name: string, description: string, headers?: Json]> = {
  400: ['BadRequest', 'The request is invalid. `faults` lists the invalid fields.'],
  401: [
    'Unauthorized',
    'The key is missing or invalid.',
    { 'WWW-Authenticate': { $ref: '#/components/headers/Challenge' } },
  ],
  403: ['Forbidden', 'The key lacks the scope or belongs to another site.'],
  404: ['NotFound', 'A record in the request does not exist on this site.'],
  409: [
    'Conflict',
    'The request conflicts with the state of a record. `error.id` is the conflicting record, if there is one.',
  ],
  410: ['Gone', 'The requested data was deleted.'],
  413: ['TooLarge', 'The body is too large.'],
  429: ['TooManyRequests', 'Too many requests, or the daily quota is used up.', retryAfter],
  502: ['BackendFailed', 'The AI backend or another service failed.'],
  503: ['Unavailable', 'The server is overloaded. Try again.', retryAfter],
}
const otherError =
  'Errors that every operation can return: 404 for an unknown `site`, 500 for an internal error, and 503 while the ' +
  'server starts or its database is not responding.'

const errorResponsesOf = (schema: Json): Json => {
  const content = { 'application/json': { schema } }
  const named = Object.values(errorResponses).map(([name, description, headers]) => [
    name,
    { description, headers: { ...headerRefs, ...headers }, content },
  ])
  const other = { description: otherError, headers: { ...headerRefs, ...retryAfter }, content }
  return { ...Object.fromEntries(named), Other: other }
}

const errorResponse = (status: number): Json => ({ $ref: `#/components/responses/${errorResponses[status]?.[0]}` })
const anyError = { default: { $ref: '#/components/responses/Other' } }

const ownPath: Json = {
  get: {
    operationId: 'description.get',
    tags: ['description'],
    summary: 'Retrieve this document',
    description: 'Public.',
    security: [],
    parameters: [],
    responses: {
      200: {
        description: 'An OpenAPI 3.1 document.',
        headers: headerRefs,
        content: { 'application/json': { schema: { type: 'object' } } },
      },
      429: errorResponse(429),
      ...anyError,
    },
  },
}

type Body = (schema: Json, isRequired: boolean, example: Json) => Json
type Described = { feature: string; name: string; operation: Operation; body: Body }

function describe({ feature, name, operation, body: bodyOf }: Described, named: Names): Json {
  const input = named.fields(operation.input)
  const fields = (input.properties ?? {}) as Record<string, Json>
  const required = (input.required ?? []) as string[]
  const inPath = pathNames(operation.path)
  const example = examples[`${feature}.${name}`]?.request ?? {}
  const query = operation.method === 'get' || operation.method === 'delete'
  const rest = Object.keys(fields).filter((name) => !inPath.includes(name))
  const parameters = [
    ...inPath.map((name) => pathParameter(name, fields[name] ?? { type: 'string' }, example)),
    ...(query ? rest.map((name) => queryParameter(name, fields[name] as Json, required.includes(name), example)) : []),
    ...(operation.on === 'site' && !(query && rest.includes('site')) ? [siteParameter] : []),
    ...(operation.method === 'post' ? [idempotencyParameter] : []),
  ]
  const inBody = operation.on === 'site' ? { ...pick(fields, rest), site: siteParameter.schema } : pick(fields, rest)
  const body = { ...input, properties: inBody, required: required.filter((name) => rest.includes(name)) }
  const isRequired = body.required.length > 0 || 'oneOf' in body
  const title = pascal(`${feature}.${name}`)
  return {
    operationId: `${feature}.${name}`,
    tags: [feature],
    summary: operation.summary,
    description: [operation.description, scopeSentence(operation)].filter(Boolean).join('\n\n'),
    security: operation.scope === 'public' ? [] : [{ key: operation.scope === 'any' ? [] : [operation.scope] }],
    parameters,
    ...(query || rest.length === 0
      ? {}
      : {
          requestBody: bodyOf(
            named.define(`${title}Request`, body, 'input'),
            isRequired,
            pick(
              example,
              rest.filter((name) => name in example),
            ),
          ),
        }),
    responses: responsesOf(`${feature}.${name}`, operation, named),
  }
}

const scopeSentence = ({ scope }: Operation) =>
  scope === 'public' ? 'Public.' : scope === 'any' ? 'Any key.' : `Scope: \`${scope}\`.`

const pathParameter = (name: string, schema: Json, example: Json) => ({
  ...{ name, in: 'path', required: true, schema },
  ...(name in example ? { example: example[name] } : {}),
})

const queryParameter = (name: string, schema: Json, required: boolean, example: Json) => ({
  ...{ name, in: 'query', required, schema },
  ...(name in example ? { example: example[name] } : {}),
})

const siteParameter = {
  name: 'site',
  in: 'query',
  required: false,
  description: 'The site. Optional for a key, which belongs to one site.',
  schema: { type: 'string' },
}

const idempotencyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Makes it safe to repeat this request.',
  schema: { type: 'string', maxLength: 255 },
}

const jsonBody: Body = (schema, required, example) => ({
  required,
  content: { 'application/json': { schema, ...(Object.keys(example).length > 0 ? { example } : {}) } },
})

const formBody: Body = (schema) => ({ required: true, content: { 'multipart/form-data': { schema } } })

/** Errors that every operation of a known caller can return. */
const commonErrors = [400, 401, 403, 429]

function responsesOf(name: string, operation: Operation, named: Names): Json {
  const answer = {
    description: 'Done.',
    headers:
      operation.method === 'post'
        ? { ...headerRefs, 'Idempotent-Replay': { $ref: '#/components/headers/Replay' } }
        : headerRefs,
    content: contentOf(name, operation, named),
  }
  const statuses = operation.statusOf ? [200, operation.status] : [operation.status]
  const errors = operation.scope === 'public' ? [429] : [...commonErrors, ...ownErrors(operation)]
  return {
    ...Object.fromEntries(statuses.map((status) => [status, answer])),
    ...Object.fromEntries(errors.map((status) => [status, errorResponse(status)])),
    ...anyError,
  }
}

/** JSON, or a file of some type. */
function contentOf(name: string, operation: Operation | DownloadOperation, named: Names): Json {
  if ('media' in operation)
    return { [operation.media.split(';')[0] as string]: { schema: { type: 'string', format: 'binary' } } }
  const own = named.schema(operation.output, 'output')
  const schema = '$ref' in own ? own : named.define(`${pascal(name)}Answer`, own, 'output')
  const { answer: example } = examples[name] ?? {}
  return {
    'application/json': { schema, ...(example === undefined ? {} : { example }) },
    ...(operation.streams ? { 'text/event-stream': streamOf(schema) } : {}),
  }
}

const streamOf = (answer: Json): Json => ({
  schema: {
    type: 'string',
    description:
      'Server-sent events: `delta` with `{"text": string}` while the reply is written, then one `done` with ' +
      'the JSON response as data, or one `error` with an Error as data.',
    contentMediaType: 'application/json',
    contentSchema: answer,
  },
  example:
    'event: delta\ndata: {"text":"We open "}\n\nevent: delta\ndata: {"text":"at nine."}\n\nevent: done\n' +
    'data: {"id":"conv_0VboKGoIa1b2c3d4e5f6","messages":[]}\n\n',
})

/** Other errors of operations of this shape: an unknown record, an oversized body, a repeated key. */
function ownErrors({ method, path, errors }: Operation): number[] {
  const hasRecord = pathNames(path).length > 0 ? [404] : []
  const hasBody = method !== 'get' && method !== 'delete' ? [413] : []
  return [...hasRecord, ...hasBody, ...(method === 'post' ? [409] : []), ...errors]
}

const pick = (fields: Json, names: string[]): Json => Object.fromEntries(names.map((name) => [name, fields[name]]))
