import { parseJson } from '../../../core/json.ts'
import type { ToolCall } from '../../../outside/model.ts'
import { type Stage, scanStage } from './text-stage.ts'

const maxCall = 20_000
const nameKeys = ['name', 'function', 'tool', 'action', 'tool_name', 'function_name']
const argumentKeys = ['parameters', 'arguments', 'args', 'input', 'action_input']
const firstKeys = [...nameKeys, ...argumentKeys, 'type', 'id', 'tool_calls']

/** What templates of Llama, Mistral and Phi write before a call. */
const marks = ['<|python_tag|>', '<|tool_call|>', '<|tool_calls|>', '[TOOL_CALLS]']
/** The name of a function before its arguments, as Llama and Mistral write it. */
const named = /^(?:<function=([\w.-]{1,64})>|([\w.-]{1,64})\[ARGS\])\s*/
/** The beginning of one, after a mark. */
const beginsNamed = /^(?:<function=[\w.-]{0,64}|[\w.-]{1,64}(?:\[|\[A|\[AR|\[ARG|\[ARGS)?)$/

/**
 * Removes calls that a server did not recognise and passed on as text, which happens with templates that mark a call
 * only by its JSON: `{"name": "show_form", "parameters": {…}}`, in a list or a code block, too, or after a mark or a name.
 * Other JSON stays.
 * @param offered the functions that the model may call; calls of others, and incomplete ones, are dropped
 */
export function withoutCalls(offered: readonly string[], called: (call: ToolCall) => void): Stage {
  const call = (calls: readonly ToolCall[]) => {
    for (const one of calls) if (offered.includes(one.name)) called(one)
  }
  const read = (rest: string, isOver: boolean) => {
    if (!isOver && mayBeLead(rest)) return undefined
    const mark = marks.find((one) => rest.startsWith(one))
    const lead = mark ? (/^\s*/.exec(rest.slice(mark.length))?.[0] ?? '') : (/^```\w*\s*/.exec(rest)?.[0] ?? '')
    const start = (mark ?? '').length + lead.length
    const body = rest.slice(start)
    const kept = mark
      ? { length: start, text: '' }
      : { length: Math.max(1, start), text: rest.slice(0, Math.max(1, start)) }
    if (!isOver && body !== '' && '<function='.startsWith(body)) return undefined
    if (mark !== undefined || body.startsWith('<function=')) {
      if (!isOver && (body === '' || beginsNamed.test(body))) return undefined
      const end = readNamed(body, isOver, call)
      if (end !== 0) return end === undefined ? undefined : { length: start + end, text: '' }
    }
    const found = readJson(body, isOver, offered)
    if (!found) return found === null ? kept : undefined
    const after = body.slice(found.length)
    const isFenced = mark === undefined && start > 0
    if (isFenced && !isOver && /^\s*`{0,2}$/.test(after)) return undefined
    const closing = isFenced ? (/^\s*```/.exec(after)?.[0] ?? '') : ''
    call(found.calls)
    return { length: start + found.length + closing.length, text: '' }
  }
  return scanStage(() => /[{[`<]/, read)
}

/** Whether a text is the beginning of a mark, of a name or of a fence. */
const mayBeLead = (rest: string): boolean =>
  /^`{1,2}$/.test(rest) || [...marks, '<function='].some((one) => one.length > rest.length && one.startsWith(rest))

type Call = (calls: readonly ToolCall[]) => void

/** Reads a call whose name stands before its arguments. @returns its length; 0 for none; undefined if more must come */
function readNamed(text: string, isOver: boolean, call: Call): number | undefined {
  const found = named.exec(text)
  if (!found) return 0
  const json = text.slice(found[0].length)
  if (json === '' && !isOver) return undefined
  if (!json.startsWith('{')) return found[0].length
  const end = endOf(json)
  if (end < 0) return isOver || json.length >= maxCall ? text.length : undefined
  const after = json.slice(end)
  const close = '</function>'
  if (found[1] !== undefined && !isOver && after.length < close.length && close.startsWith(after)) return undefined
  call([{ name: (found[1] ?? found[2]) as string, arguments: parsed(json.slice(0, end)) }])
  return found[0].length + end + (after.startsWith(close) ? close.length : 0)
}

/** Reads calls in JSON. Null if there are none, undefined if more must come. */
function readJson(text: string, isOver: boolean, offered: readonly string[]) {
  if (!mayBeCall(text)) return text === '' && !isOver ? undefined : null
  const end = endOf(text)
  if (end < 0 && !isOver && text.length < maxCall) return undefined
  if (end < 0) return isCutCall(text, offered) ? { length: text.length, calls: [] } : null
  const calls = callsIn(text.slice(0, end), offered)
  return calls ? { length: end, calls } : null
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
  const given = isObject(value) && Array.isArray(value.tool_calls) ? value.tool_calls : value
  const calls = (Array.isArray(given) ? given : [given]).map((one) => callOf(one, offered))
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
