import { Ajv2020 } from '@redocly/ajv/dist/2020.js'

/** A response of the API as received. */
export type Answered = { method: string; path: string; status: number; headers: Headers; body: unknown }

type Json = { [name: string]: Json }
type Documented = { form: RegExp; parameters: number; place: string; responses: Json }
type Ajv = InstanceType<typeof Ajv2020>

const methods = ['get', 'post', 'put', 'patch', 'delete']
const errorPlace = '/components/schemas/Error'

/**
 * Checks responses against an OpenAPI document: the status is documented, the body matches the schema, all errors have
 * the same form, and the headers are complete.
 * @returns a function that describes each fault of a response in a sentence
 */
export function createValidator(document: unknown): (answer: Answered) => string[] {
  const { paths } = document as { paths: Json }
  const lenient = { strict: false, validateFormats: false, validateSchema: false, allErrors: true }
  // Most schemas check few responses, so optimising their code would take longer than it saves.
  const ajv = new Ajv2020({ ...lenient, inlineRefs: false, code: { optimize: false } })
  ajv.addSchema(document as object, 'document')
  const operations = indexOf(paths)
  return (answer) => {
    const found = operations.find(({ form }) => form.test(`${answer.method} ${pathOf(answer.path)}`))
    const faults = [...headerFaults(answer), ...bodyFaults(ajv, found, answer)]
    return faults.map((fault) => `${answer.method} ${answer.path} → ${answer.status}: ${fault}`)
  }
}

const pathOf = (path: string) => path.split('?')[0] as string

function indexOf(paths: Json): Documented[] {
  const all = Object.entries(paths).flatMap(([path, item]) =>
    methods
      .filter((method) => method in item)
      .map((method) => ({
        form: new RegExp(`^${method.toUpperCase()} ${path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
        parameters: path.split('{').length,
        place: pointer('paths', path, method, 'responses'),
        responses: item[method]?.responses as Json,
      })),
  )
  // A path without parameters takes precedence over an equal one with parameters.
  return all.sort((one, other) => one.parameters - other.parameters)
}

const pointer = (...names: string[]) =>
  names.map((name) => `/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')

function headerFaults({ status, headers, body }: Answered): string[] {
  const wanted: Record<string, RegExp> = {
    'content-type': /^application\/json(;|$)/,
    'x-request-id': /^req_/,
    'x-ratelimit-limit': /^\d+$/,
    'x-ratelimit-remaining': /^\d+$/,
  }
  const faults = Object.entries(wanted)
    .filter(([name, form]) => !form.test(headers.get(name) ?? ''))
    .map(([name]) => `the header ${name} is ${headers.get(name)}`)
  const cors = [...headers.keys()].filter((name) => name.startsWith('access-control-'))
  const { retryAfter } = (body as { error?: { retryAfter?: number } } | undefined)?.error ?? {}
  const seconds = retryAfter === undefined ? null : String(retryAfter)
  if (headers.get('retry-after') !== seconds) faults.push(`Retry-After is not the body's retryAfter ${retryAfter}`)
  if (status === 429 && retryAfter === undefined) faults.push('retryAfter is not there')
  return [...faults, ...cors.map((name) => `the header ${name} is there`)]
}

function bodyFaults(ajv: Ajv, found: Documented | undefined, { status, body }: Answered): string[] {
  const refused = status >= 400
  // Unknown operations must be refused; only then may they be undocumented.
  if (!found) return refused ? faultsOf(ajv, errorPlace, body) : ['no such operation is documented']
  if (!(status in found.responses))
    return 'default' in found.responses && isAnywhere(status, body)
      ? faultsOf(ajv, errorPlace, body)
      : ['the status is not documented']
  return faultsOf(ajv, refused ? errorPlace : `${found.place}/${status}/content/application~1json/schema`, body)
}

/** Responses that no operation documents itself: an unknown site, and server errors. */
const isAnywhere = (status: number, body: unknown) =>
  status === 500 ||
  status === 503 ||
  (status === 404 && (body as { error?: { message?: string } })?.error?.message === 'No such site.')

function faultsOf(ajv: Ajv, place: string, body: unknown): string[] {
  const validate = ajv.getSchema(`document#${place}`)
  if (!validate) return [`the document holds nothing at ${place}`]
  if (validate(body)) return []
  return [ajv.errorsText(validate.errors, { dataVar: 'body' })]
}
