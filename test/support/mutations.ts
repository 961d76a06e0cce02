import { type ESTree, parseSync, Visitor } from 'vite'

/** One small change of a source file. */
export type Mutation = {
  path: string
  operator: Operator
  start: number
  end: number
  text: string
  /** Why no test is expected to notice it: it changes a log line, the size of an icon, or a delay. */
  arid?: Arid
}

export type Arid = 'log' | 'size' | 'delay'

export const operators = [
  'negate condition',
  'swap comparison',
  'drop statement',
  'change constant',
  'swap && and ||',
  'return early',
  'drop element',
] as const
export type Operator = (typeof operators)[number]

type Span = { start: number; end: number }
type Node = ESTree.Node

const comparisons: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
}

/**
 * All mutations that the operators can make in a file, in the order of the text. @throws if the file cannot be parsed
 */
export function mutationsOf(path: string, source: string): Mutation[] {
  const found: Mutation[] = []
  const types: Span[] = []
  const add = (operator: Operator, { start, end }: Span, text: string) =>
    void found.push({ path, operator, start, end, text })
  const textOf = ({ start, end }: Span) => source.slice(start, end)
  const negate = ({ test }: { test: Node | null }) => {
    if (test) add('negate condition', test, `!(${textOf(test)})`)
  }
  const swap = (operator: Operator, left: Span, right: Span, from: string, to: string) => {
    const between = source.slice(left.end, right.start)
    const at = left.end + between.indexOf(from)
    add(operator, { start: at, end: at + from.length }, to)
  }
  const type = (node: Span) => void types.push(node)
  const returnEarly = ({ body, generator }: ESTree.Function | ESTree.ArrowFunctionExpression) => {
    if (body?.type === 'BlockStatement' && body.body.length > 0 && !generator && !givesValue(body))
      add('return early', { start: body.start + 1, end: body.start + 1 }, ' return;')
  }
  new Visitor({
    IfStatement: negate,
    WhileStatement: negate,
    ConditionalExpression: negate,
    BinaryExpression({ left, operator, right }) {
      const to = comparisons[operator]
      if (to) swap('swap comparison', left, right, operator, to)
    },
    LogicalExpression({ left, operator, right }) {
      // An expression with `a ?? b` may not contain the other operators without parentheses.
      if (operator !== '??') swap('swap && and ||', left, right, operator, operator === '&&' ? '||' : '&&')
    },
    ExpressionStatement(node) {
      const dropped = ['CallExpression', 'AssignmentExpression', 'UpdateExpression', 'UnaryExpression']
      if (dropped.includes(node.expression.type)) add('drop statement', node, ';')
    },
    Literal(node) {
      const { value } = node
      if (typeof value === 'number') add('change constant', node, String(2 * value + 1))
      if (typeof value === 'boolean') add('change constant', node, String(!value))
    },
    ArrayExpression({ elements }) {
      if (elements.length > 1 && elements[0] && elements[1])
        add('drop element', { start: elements[0].start, end: elements[1].start }, '')
    },
    FunctionDeclaration: returnEarly,
    FunctionExpression: returnEarly,
    ArrowFunctionExpression: returnEarly,
    TSTypeAnnotation: type,
    TSTypeAliasDeclaration: type,
    TSInterfaceDeclaration: type,
    TSTypeParameterInstantiation: type,
    TSAsExpression: ({ typeAnnotation }) => type(typeAnnotation),
    TSSatisfiesExpression: ({ typeAnnotation }) => type(typeAnnotation),
  }).visit(parse(path, source))
  const isType = (one: Span) => types.some(({ start, end }) => start <= one.start && one.end <= end)
  return withArid(
    found.filter((one) => !isType(one)).sort((a, b) => a.start - b.start),
    aridOf(path, source),
  )
}

function withArid(found: Mutation[], arid: (Span & { why: Arid })[]): Mutation[] {
  const whyOf = (one: Span) => arid.find(({ start, end }) => start <= one.start && one.end <= end)?.why
  return found.map((one) => {
    const why = whyOf(one)
    return why ? { ...one, arid: why } : one
  })
}

/** Log lines, icon sizes and delays. */
function aridOf(path: string, source: string): (Span & { why: Arid })[] {
  const arid: (Span & { why: Arid })[] = []
  const dry = (why: Arid, { start, end }: Span) => void arid.push({ start, end, why })
  const textOf = ({ start, end }: Span) => source.slice(start, end)
  new Visitor({
    CallExpression(node) {
      const callee = textOf(node.callee)
      if (logs.test(callee)) dry('log', node)
      if (waits.test(callee)) for (const given of node.arguments) if (isNumber(given)) dry('delay', given)
    },
    JSXAttribute({ name, value }) {
      if (value && sizes.test(textOf(name))) dry('size', value)
    },
    Property({ key, value }) {
      if (delays.test(textOf(key)) && isNumber(value)) dry('delay', value)
    },
  }).visit(parse(path, source))
  return arid
}

const logs = /(^|\.)log\.(debug|info|warn|error)$/
const waits = /^(setTimeout|setInterval|AbortSignal\.timeout)$/
const delays = /^(timeout|delay|interval|pause|\w+(Timeout|Delay|Interval))$/
const sizes = /^(size|strokeWidth|width|height)$/
const isNumber = (node: Node): boolean => node.type === 'Literal' && typeof node.value === 'number'

/** Whether a function's body returns a value. If so, an early return without one does not compile. */
function givesValue(body: ESTree.BlockStatement | ESTree.FunctionBody): boolean {
  let gives = false
  let depth = 0
  const enter = () => void depth++
  const leave = () => void depth--
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    ReturnStatement({ argument }) {
      if (depth === 0 && argument) gives = true
    },
  }).visit({ type: 'Program', body: body.body, start: body.start, end: body.end } as unknown as ESTree.Program)
  return gives
}

/** The file with the change; undefined if it is not valid code. */
export function mutate(source: string, { path, start, end, text }: Mutation): string | undefined {
  const changed = source.slice(0, start) + text + source.slice(end)
  return parseSync(path, changed).errors.length > 0 ? undefined : changed
}

function parse(path: string, source: string): ESTree.Program {
  const { program, errors } = parseSync(path, source)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  return program
}

/** The same mutations for the same seed, with the operators taking turns, so that no kind dominates. */
export function chooseMutations(all: Mutation[], count: number, seed: number): Mutation[] {
  const random = createRandom(seed)
  const byOperator = operators
    .map((operator) => all.filter((one) => one.operator === operator))
    .filter((some) => some.length > 0)
  const chosen = new Set<Mutation>()
  while (chosen.size < Math.min(count, all.length)) {
    const some = byOperator[Math.floor(random() * byOperator.length)] as Mutation[]
    chosen.add(some[Math.floor(random() * some.length)] as Mutation)
  }
  return [...chosen]
}

/** Mulberry32: pseudo-random numbers from 0 to 1 for a seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
