import { parseJson } from '../../../core/json.ts'
import type { ToolCall } from '../../../outside/model.ts'
import { type Stage, scanStage } from './text-stage.ts'

const maxCall = 20_000
const nameKeys = ['name', 'function', 'tool', 'action', 'tool_name']
const argumentKeys = ['parameters', 'arguments', 'args', 'input']
const firstKeys = [...nameKeys, ...argumentKeys, 'type', 'id']

/**
 * Removes calls that a server did not recognise and passed on as text, which happens with templates that mark a call
 * only by its JSON: `{"name": "show_form", "parameters": {…}}`, in a list or a code block, too. Other JSON stays.
 * @param offered the functions that the model may call; calls of others, and incomplete ones, are dropped
 */
export function withoutCalls(offered: readonly string[], called: (call: ToolCall) => void): Stage {
  const read = (rest: string, isOver: boolean) => {
    if (/^`{1,2}$/.test(rest) && !isOver) return undefined
    const fence = /^```\w*\s*/.exec(rest)?.[0] ?? ''
    const json = rest.slice(fence.length)
    const kept = { length: Math.max(1, fence.length), text: rest.slice(0, Math.max(1, fence.length)) }
    if (!mayBeCall(json)) return json === '' && !isOver ? undefined : kept
    const end = endOf(json)
    if (end < 0 && !isOver && json.length < maxCall) return undefined
    if (end < 0) return isCutCall(json, offered) ? { length: rest.length, text: '' } : kept
    const calls = callsIn(json.slice(0, end), offered)
    if (!calls) return kept
    const after = json.slice(end)
    if (fence !== '' && !isOver && /^\s*`{0,2}$/.test(after)) return undefined
    const closing = fence === '' ? '' : (/^\s*```/.exec(after)?.[0] ?? '')
    for (const call of calls) if (offered.includes(call.name)) called(call)
    return { length: fence.length + end + closing.length, text: '' }
  }
  return scanStage(() => /[{[`]/, read)
}

/** Whether a call begins here, as far as the text goes. */
function mayBeCall(text: string): boolean {
  const found = /^(?:\[\s*)?(?:\{\s*(?:"(?<key>[^"]*)(?<end>"?))?)?/.exec(text)
  const whole = found?.[0] ?? ''
  if (whole === '' || (whole.length < text.length && found?.groups?.end !== '"')) return false
  const key = found?.groups?.key
  if (key === undefined) return true
  return found?.groups?.end === '"' ? firstKeys.includes(key) : firstKeys.some((one) => one.startsWith(key))
}

/** The length of the object or list at the beginning of a text; -1 if it does not end. */
function endOf(text: string): number {
  let depth = 0
  let isString = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string
    if (isString && character === '\\') at++
    else if (character === '"') isString = !isString
    else if (!isString && '{['.includes(character)) depth++
    else if (!isString && '}]'.includes(character) && --depth === 0) return at + 1
  }
  return -1
}

/** The calls in a JSON text; undefined if it holds something else. */
function callsIn(text: string, offered: readonly string[]): ToolCall[] | undefined {
  let value: unknown
  try {
    value = parseJson(text)
  } catch {
    // Not JSON: an example in a reply.
    return undefined
  }
  const calls = (Array.isArray(value) ? value : [value]).map((one) => callOf(one, offered))
  return calls.length > 0 && calls.every((call) => call !== undefined) ? calls : undefined
}

function callOf(value: unknown, offered: readonly string[]): ToolCall | undefined {
  if (!isObject(value)) return undefined
  // OpenAI's form: { "type": "function", "function": { "name": …, "arguments": … } }.
  if (isObject(value.function)) return callOf(value.function, offered)
  const name = nameKeys.map((key) => value[key]).find((one) => typeof one === 'string')
  if (name === undefined) return undefined
  const given = argumentKeys.map((key) => value[key]).find((one) => one !== undefined)
  if (given === undefined) return offered.includes(name) ? { name, arguments: {} } : undefined
  return { name, arguments: isObject(given) ? given : parsed(given) }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Some models write the arguments as a text. */
function parsed(given: unknown): Record<string, unknown> {
  try {
    const value = typeof given === 'string' ? parseJson(given) : undefined
    return isObject(value) ? value : {}
  } catch {
    // The call is still one, and its action refuses missing values.
    return {}
  }
}

/** Whether a text without an end began as a call: it names a function that was offered, or gives arguments. */
function isCutCall(text: string, offered: readonly string[]): boolean {
  const [, name, end] = /"(?:name|function|tool|action|tool_name)"\s*:\s*"([^"]*)("?)/.exec(text) ?? []
  if (name === undefined) return /^\[?\s*\{\s*"/.test(text)
  if (end !== '"') return offered.some((one) => one.startsWith(name))
  return offered.includes(name) || argumentKeys.some((key) => text.includes(`"${key}"`))
}
