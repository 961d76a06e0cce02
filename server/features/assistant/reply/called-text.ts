import { parseJson } from '../../../core/json.ts'
import type { ToolCall } from '../../../outside/model.ts'
import { type Stage, scanStage } from './text-stage.ts'

const maxCall = 20_000
const nameKeys = ['name', 'function', 'tool', 'action', 'tool_name', 'function_name']
const argumentKeys = ['parameters', 'arguments', 'args', 'input', 'action_input']
const firstKeys = [...nameKeys, ...argumentKeys, 'type', 'id', 'tool_calls', 'tool_call_id']

/** What some models write before the names of their tags: `minimax:`, `longcat_`. */
const prefix = '(?:[a-z]{1,16}[:_]|｜DSML｜)?'
/** What templates write around calls: `<|python_tag|>`, `<tool_call>`, `[TOOL_CALLS]`, and before a list `functools`. */
const mark = `(?:<[|｜/]?\\/?(?:[\\w▁]*|${prefix})(?:tools?[_▁]?(?:call|sep|use|code|prefix|suffix)|TOOLCALL|function[_▁]?call|python[_▁]tag)[\\w▁]*[|｜]?>|<\\/${prefix}(?:function|invoke)>|\\[TOOL_CALLS\\]|functools(?=\\[)|function(?=<｜tool))`
const lead = new RegExp(`^(?:(?:${mark}|\`\`\`\\w*)\\s*)+`)
const marked = new RegExp(mark)
const mayBeLead = /^(?:`{1,2}|<[|｜/]?\/?[\w▁:｜]{0,50}[|｜]?|\[[A-Z_]{0,11}|f[unctiols]{0,8})$/
/** The name of a function before its arguments. */
const named = new RegExp(
  `^(?:<function=([\\w.-]{1,64})>|<${prefix}invoke name="([\\w.-]{1,64})">|(?:functions\\.|call:)?([\\w-]{1,64})(?::\\d{1,3})?)`,
)
const mayBeNamed =
  /^(?:<[\w=:｜"-]{0,80}|<[\w:｜]{0,20}invoke(?: (?:n|na|nam|name|name=|name="[\w.-]{0,64}"?)?)?|[\w.:-]{0,80})$/
const beforeArguments = new RegExp(`^(?:${mark}|<\\|tool_call_argument_begin\\|>|\\[ARGS\\]|\`\`\`\\w*|\\s)*`)
const parameter = new RegExp(
  `^\\s*(?:<${prefix}parameter(?:=| name=")([\\w-]{1,64})"?(?: \\w{1,20}="\\w{0,20}")?>|<${prefix}arg_key>([\\w-]{1,64})</${prefix}arg_key>\\s*<${prefix}arg_value>)([\\s\\S]*?)</${prefix}(?:parameter|arg_value)>`,
)
const isParameter = new RegExp(`^\\s*<${prefix}(?:parameter|arg)`)

const mayBeClosing = /^\s*(?:<\/?[\w:｜]{0,26}|(?:<\/\w{1,9}>)?\s*`{0,2})$/

/** Null: no calls; undefined: more text must come. */
type Found = { length: number; calls: ToolCall[] } | null | undefined

/**
 * Removes calls that a server did not recognise and passed on as text, which happens with templates that mark a call
 * only by its JSON: `{"name": "show_form", "parameters": {…}}`, in a list or a code block, too, or after a mark or a name,
 * or as in Python. Other JSON stays.
 * @param offered the functions that the model may call; calls of others, and incomplete ones, are dropped
 */
export function withoutCalls(offered: readonly string[], called: (call: ToolCall) => void): Stage {
  const read = (rest: string, isOver: boolean) => {
    const [start = ''] = lead.exec(rest) ?? []
    const body = rest.slice(start.length)
    const isEnough = isOver || rest.length >= maxCall
    if (!isEnough && (start === '' || body !== '') && mayBeLead.test(body)) return undefined
    if (!isEnough && body === '' && start !== '') return undefined
    const isMarked = marked.test(start)
    const found = readCalls(body, { isEnough, isMarked, isLed: start !== '', offered })
    if (found === undefined) return undefined
    if (found === null) {
      const length = Math.max(1, start.length)
      return { length, text: isMarked ? start.replace(new RegExp(mark, 'g'), '') : rest.slice(0, length) }
    }
    const after = body.slice(found.length)
    const isFenced = /```/.test(start + body.slice(0, found.length))
    const isTagged = body.startsWith('<')
    if ((isFenced || isTagged) && !isOver && mayBeClosing.test(after)) return undefined
    const end = isFenced ? /^(?:\s*<\/\w{1,9}>)?(?:\s*```)?/ : /^(?:\s*<\/[\w:｜]{0,18}(?:function|invoke)>)?/
    const [closing = ''] = (isFenced || isTagged ? end.exec(after) : null) ?? []
    for (const call of found.calls) if (offered.includes(call.name)) called(call)
    return { length: start.length + found.length + closing.length, text: '' }
  }
  return scanStage(() => /[{[`<]|functools\[|f[unctols]{0,8}$/, read)
}

/** `isEnough`: no more text can be waited for. `isMarked`, `isLed`: a mark, or a mark or fence, stands before. */
type How = { isEnough: boolean; isMarked: boolean; isLed: boolean; offered: readonly string[] }

function readCalls(text: string, how: How): Found {
  const found = readJson(text, how.isEnough, how.offered)
  if (found !== null) return found
  const inPython = how.isLed || text.startsWith('[') ? readPython(text, how) : null
  if (inPython !== null) return inPython
  return how.isMarked || text.startsWith('<') ? readNamed(text, how) : null
}

/** Reads a call whose name stands before its arguments, which are JSON or tags. */
function readNamed(text: string, { isEnough, isMarked, offered }: How): Found {
  if (!isEnough && mayBeNamed.test(text)) return undefined
  const [start, ...names] = named.exec(text) ?? []
  const name = names.find((one) => one !== undefined)
  if (start === undefined || name === undefined || (!isMarked && !text.startsWith('<'))) return null
  const from = start.length + (beforeArguments.exec(text.slice(start.length))?.[0].length ?? 0)
  const rest = text.slice(from)
  if (!isEnough && (rest === '' || /^(?:<[^>]{0,80}|\[[A-Z_]{0,11}|f[unctiols]{0,8}|`{1,2})$/.test(rest)))
    return undefined
  if (rest.startsWith('{')) {
    const given = start.startsWith('call:') ? readQuoted(rest) : readObject(rest)
    if (!given) return isEnough ? { length: text.length, calls: [] } : undefined
    return { length: from + given.length, calls: [{ name, arguments: given.value }] }
  }
  const given: Record<string, unknown> = {}
  let at = from
  for (let found = parameter.exec(rest); found; found = parameter.exec(text.slice(at))) {
    at += found[0].length
    given[(found[1] ?? found[2]) as string] = readValue((found[3] ?? '').trim())
  }
  if (isParameter.test(text.slice(at))) return isEnough ? { length: text.length, calls: [] } : undefined
  const isCall =
    at > from || text.startsWith('<') || (offered.includes(name) && /^\W|^$/.test(text.slice(start.length)))
  return isCall ? { length: at, calls: [{ name, arguments: given }] } : null
}

function readObject(text: string): { length: number; value: Record<string, unknown> } | undefined {
  const length = endOf(text)
  return length < 0 ? undefined : { length, value: parsed(text.slice(0, length)) }
}

const gemmaQuote = /(<escape>|<\|"\|>)/

/** The same with keys without quotes, and texts between Gemma's quotation marks: `{title:<|"|>Yours<|"|>}`. */
function readQuoted(text: string): { length: number; value: Record<string, unknown> } | undefined {
  const withKeys = (part: string) => part.replace(/([{,]\s*)([\w-]+)\s*:/g, '$1"$2":')
  let [depth, length, json, isString] = [0, 0, '', false]
  for (const part of text.split(gemmaQuote)) {
    if (gemmaQuote.test(part)) isString = !isString
    else if (isString) json += JSON.stringify(part)
    else
      for (const [at, sign] of [...part].entries()) {
        if ('{['.includes(sign)) depth++
        if (!'}]'.includes(sign) || --depth > 0) continue
        const whole = [...part].slice(0, at + 1).join('')
        return { length: length + whole.length, value: parsed(json + withKeys(whole)) }
      }
    length += part.length
    if (!isString && !gemmaQuote.test(part)) json += withKeys(part)
  }
  return undefined
}

/** Reads calls in JSON, or written as dictionaries of Python. */
function readJson(text: string, isEnough: boolean, offered: readonly string[]): Found {
  if (!mayBeCall(text, offered)) return null
  const end = endOf(text)
  if (end < 0 && !isEnough) return undefined
  if (end < 0) return isCutCall(text, offered) ? { length: text.length, calls: [] } : null
  const calls = callsIn(text.slice(0, end), offered)
  return calls ? { length: end, calls } : null
}

/** Whether a call begins here, as far as the text goes. */
function mayBeCall(text: string, offered: readonly string[]): boolean {
  const found = /^(?:\[\s*)?(?:\{\s*(?:["'](?<key>[^"']*)(?<end>["']?))?)?/.exec(text)
  const whole = found?.[0] ?? ''
  if (whole === '' || (whole.length < text.length && !found?.groups?.end)) return false
  const key = found?.groups?.key
  if (key === undefined) return true
  const keys = [...firstKeys, ...offered]
  return found?.groups?.end ? keys.includes(key) : keys.some((one) => one.startsWith(key))
}

/** The length of the object, list or parenthesis at the beginning of a text; -1 if it does not end. */
function endOf(text: string): number {
  const [quote = '"'] = /["']/.exec(text) ?? []
  let depth = 0
  let isString = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string
    if (isString && character === '\\') at++
    else if (character === quote) isString = !isString
    else if (!isString && '{[('.includes(character)) depth++
    else if (!isString && '}])'.includes(character) && --depth === 0) return at + 1
  }
  return -1
}

/** Reads calls as Python has them: `[open_shop(category="lamps"), show_form()]`, or one of them in a code block. */
function readPython(text: string, { isEnough, offered }: How): Found {
  const calls: ToolCall[] = []
  let at = /^(?:\[|print\()?\s*/.exec(text)?.[0].length ?? 0
  for (;;) {
    const rest = text.slice(at)
    if (!isEnough && /^\w{0,64}$/.test(rest) && (rest === '' || offered.some((one) => one.startsWith(rest))))
      return undefined
    const [, name] = /^([\w-]{1,64})\(/.exec(rest) ?? []
    if (name === undefined || !offered.includes(name)) return null
    const end = endOf(rest.slice(name.length))
    if (end < 0) return isEnough ? { length: text.length, calls: [] } : undefined
    calls.push({ name, arguments: keywordsIn(rest.slice(name.length + 1, name.length + end - 1)) })
    at += name.length + end
    const [next = ''] = /^\s*,\s*/.exec(text.slice(at)) ?? []
    if (next === '') break
    at += next.length
  }
  if (!isEnough && /^\s*$/.test(text.slice(at))) return undefined
  return { length: at + (/^\s*[\])]?/.exec(text.slice(at))?.[0].length ?? 0), calls }
}

/** The arguments of a call in Python: `title="Yours", count=2`. */
function keywordsIn(text: string): Record<string, unknown> {
  const given: Record<string, unknown> = {}
  for (let rest = text; ; ) {
    const [start, key] = /^[\s,]*([\w-]{1,64})\s*=\s*/.exec(rest) ?? []
    if (start === undefined || key === undefined) return given
    rest = rest.slice(start.length)
    const value =
      /^(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[\w.+-]+)/.exec(rest)?.[0] ?? rest.slice(0, Math.max(0, endOf(rest)))
    if (value === '') return given
    given[key] = readValue(value)
    rest = rest.slice(value.length)
  }
}

/** A value in JSON or Python, otherwise the text itself. */
function readValue(text: string): unknown {
  try {
    return parseJson(inJson(text))
  } catch {
    // Parameters in tags are texts without quotes.
    return text
  }
}

const constants: Record<string, string> = { True: 'true', False: 'false', None: 'null' }

/** Values of Python in JSON. */
const inJson = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\b(?:True|False|None)\b/gs, (part) =>
    part.startsWith("'")
      ? `"${part.slice(1, -1).replaceAll("\\'", "'").replaceAll('"', '\\"')}"`
      : (constants[part] ?? part),
  )

/** The calls in a JSON text; undefined if it holds something else. */
function callsIn(text: string, offered: readonly string[]): ToolCall[] | undefined {
  const value = readValue(text)
  const given = isObject(value) && Array.isArray(value.tool_calls) ? value.tool_calls : value
  const calls = (Array.isArray(given) ? given : [given]).map((one) => callOf(one, offered))
  return calls.length > 0 && calls.every((call) => call !== undefined) ? calls : undefined
}

function callOf(value: unknown, offered: readonly string[]): ToolCall | undefined {
  if (!isObject(value)) return undefined
  // OpenAI's form: { "type": "function", "function": { "name": …, "arguments": … } }.
  if (isObject(value.function)) return callOf(value.function, offered)
  const name = nameKeys.map((key) => value[key]).find((one) => typeof one === 'string')
  if (name === undefined) {
    const [[only, given] = [], ...more] = Object.entries(value)
    const isOne = only !== undefined && more.length === 0 && offered.includes(only) && isObject(given)
    return isOne ? { name: only, arguments: given } : undefined
  }
  const given = argumentKeys.map((key) => value[key]).find((one) => one !== undefined)
  if (given === undefined) return offered.includes(name) ? { name, arguments: {} } : undefined
  return { name, arguments: isObject(given) ? given : parsed(given) }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Some models write the arguments as a text. Of others the call is still one, and its action refuses missing values. */
function parsed(given: unknown): Record<string, unknown> {
  const value = typeof given === 'string' ? readValue(given) : undefined
  return isObject(value) ? value : {}
}

/** Whether a text without an end began as a call: it names a function that was offered, or gives arguments. */
function isCutCall(text: string, offered: readonly string[]): boolean {
  const [, name, end] = /["'](?:name|function|tool|action|tool_name)["']\s*:\s*["']([^"']*)(["']?)/.exec(text) ?? []
  if (name === undefined) return /^\[?\s*\{\s*["']/.test(text)
  if (end === '') return offered.some((one) => one.startsWith(name))
  return offered.includes(name) || argumentKeys.some((key) => text.includes(`"${key}"`))
}
