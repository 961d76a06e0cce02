import { type FakeModel, taggedName } from './fake-ollama-models.ts'
import type { Gate, Step } from './steps.ts'

const layers = [
  { digest: 'sha256:dde5aa3fc5ffc17176b5e8bdc82f587b24b2678c6c66101bf7da77af9f7ccdff', total: 2_019_377_376 },
  { digest: 'sha256:966de95ca8a62200913e3f8bfbf84c8494536f1b94b49166851e76644e966396', total: 1_429 },
]

/** How far a layer is at each of its lines. Ollama looks from time to time, so it never reports the end. */
const shares = [0.25, 0.5, 0.997]
/** Smaller layers arrive before Ollama looks. */
const minReported = 10_000_000

type Library = { models: FakeModel[]; library: Map<string, FakeModel>; hold: Gate | undefined; online: boolean }

/** The lines of a pull in Ollama's format. */
export async function* pullSteps(asked: string, fake: Library): AsyncGenerator<Step> {
  const name = taggedName(asked)
  const model = fake.library.get(name)
  const error = errorOf(name, fake)
  const lines = error === undefined ? linesOf(fake.models.some((one) => one.name === name)) : [{ error }]
  for (const line of [{ status: 'pulling manifest' }, ...lines]) {
    if (fake.hold) yield { wait: fake.hold }
    if ('status' in line && line.status === 'success' && model && !fake.models.includes(model)) fake.models.push(model)
    yield { raw: `${JSON.stringify(line)}\n` }
  }
  yield { end: true }
}

function errorOf(name: string, { library, online }: Library): string | undefined {
  if (online) return library.has(name) ? undefined : 'pull model manifest: file does not exist'
  const [model, tag] = name.split(':')
  const url = `https://registry.ollama.ai/v2/library/${model}/manifests/${tag}`
  return `pull model manifest: Get "${url}": dial tcp: lookup registry.ollama.ai: no such host`
}

/** The error for a model that this Ollama is too old for. */
export const outdatedText =
  'pull model manifest: 412: {"errors":[{"code":"PRECONDITION_FAILED","message":"this model requires a newer version of Ollama."}]}'

function linesOf(isThere: boolean): object[] {
  const progress = layers.flatMap(({ digest, total }) => {
    const line = { status: `pulling ${digest.slice(7, 19)}`, digest, total }
    if (isThere) return [{ ...line, completed: total }]
    return total < minReported ? [] : shares.map((share) => ({ ...line, completed: Math.round(total * share) }))
  })
  const ends = ['verifying sha256 digest', 'writing manifest', 'success']
  return [...progress, ...ends.map((status) => ({ status }))]
}
