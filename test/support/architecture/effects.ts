import { type ESTree, Visitor } from 'vite'
import type { Faults } from './imports.ts'
import type { Module } from './modules.ts'

/** What starts things: the two entries, and what runs as a thread or a process of its own. */
const STARTS = /^server\/(main|command)\.ts$|worker\.ts$/

/** Node's modules that reach beyond the process; what comes of the others is a value. */
const REACHES = /^node:(fs|fs\/promises|net|http|https|http2|tls|dns|dns\/promises|child_process|worker_threads|timers)/

const GLOBALS = new Set(['fetch', 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'])

const DECLARES = new Set([
  'ImportDeclaration',
  'ExportAllDeclaration',
  'ExportNamedDeclaration',
  'ExportDefaultDeclaration',
  'FunctionDeclaration',
  'ClassDeclaration',
  'VariableDeclaration',
  'TSTypeAliasDeclaration',
  'TSInterfaceDeclaration',
  'TSModuleDeclaration',
])

/** Importing a file of the server does nothing: it declares, and what it computes for that reaches nothing. */
export function importEffects(modules: Module[]): Faults {
  const served = modules.filter(({ path }) => /^(server|shared)\//.test(path) && !STARTS.test(path))
  return served.flatMap((module) =>
    module.program.body.flatMap((statement) => {
      const what = DECLARES.has(statement.type) ? reachOf(statement, module) : 'runs a statement'
      return what ? [`${module.path}:${lineOf(module, statement.start)} ${what}: importing a file does nothing`] : []
    }),
  )
}

/** What the statement does beyond the process when it is evaluated, functions left aside as they only are declared. */
function reachOf(statement: ESTree.Node, module: Module): string | undefined {
  const reaching = new Set(module.imports.filter(({ target }) => REACHES.test(target)).flatMap(({ names }) => names))
  let depth = 0
  let found: string | undefined
  const enter = () => void depth++
  const leave = () => void depth--
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    AwaitExpression: () => {
      if (depth === 0) found ??= 'waits'
    },
    CallExpression: ({ callee }) => {
      const name = rootOf(callee)
      if (depth === 0 && name && (reaching.has(name) || GLOBALS.has(name) || name === 'process'))
        found ??= `calls ${name}`
    },
    NewExpression: ({ callee }) => {
      const name = rootOf(callee)
      if (depth === 0 && name && reaching.has(name)) found ??= `makes a ${name}`
    },
  }).visit({ type: 'Program', body: [statement] } as unknown as ESTree.Program)
  return found
}

function rootOf(node: ESTree.Node): string | undefined {
  if (node.type === 'Identifier') return node.name
  return node.type === 'MemberExpression' ? rootOf(node.object) : undefined
}

/** Nobody but the configuration reads the environment. */
export function environmentReaders(modules: Module[]): Faults {
  const readers = modules.filter(({ path }) => !/^(test|bench)\/|^server\/config\.ts$|^[^/]+\.ts$/.test(path))
  return readers
    .filter(({ text }) => /\bprocess\s*(\?\.|\.)\s*env\b|import\.meta\.env\b|\bDeno\./.test(text))
    .map(({ path }) => `${path}: only server/config.ts reads the environment, and nothing names Deno`)
}

/** What parses JSON without limits: what the server wrote itself or the operator did, and what readers in isolation read. */
const UNBOUNDED = [
  /^server\/(core\/(json|idempotency|moments)|database\/embedded\/lock)\.ts$/,
  /^server\/(config|control)\.ts$|^server\/commands\//,
  // sealed by the server itself
  /^server\/features\/conversations\/visitor\/visitor\.ts$/,
  /^server\/features\/knowledge\/reading\//,
  // of the browser that the server started, which bounds what a page gives it
  /^server\/outside\/browser-frames\.ts$/,
]

/** JSON from outside is parsed within limits of depth and number of values. */
export function unboundedJson(modules: Module[]): Faults {
  return modules
    .filter(({ path }) => path.startsWith('server/') && !UNBOUNDED.some((file) => file.test(path)))
    .filter(({ text }) => /\bJSON\.parse\(|\.json\(\)/.test(text))
    .map(({ path }) => `${path}: JSON from outside is parsed by parseJson of core/json.ts, which bounds it`)
}

/** What opens a connection: the way to the world, and those that reach what the operator named, or this machine. */
const DOORS = [
  /^server\/outside\/dial\.ts$/,
  // the model server, as configured
  /^server\/outside\/(ollama|openai)[a-z-]*\.ts$/,
  // the database, as configured; the embedded one through a stream within the process
  /^server\/database\/(server\/(server|address)|embedded\/embedded)\.ts$/,
  // whoever holds the data folder, on this machine
  /^server\/(database\/embedded\/lock|commands\/run)\.ts$/,
]

const CLIENTS = new Map([
  [/^node:(net|tls)$/, /^(connect|createConnection|Socket|TLSSocket|default|\*)$/],
  [/^node:(http|https|http2)$/, /^(get|request|connect|Agent|default|\*)$/],
  [/^node:(dgram|dns|dns\/promises)$/, /./],
  [/^(undici|ollama|postgres|grammy|nodemailer|@trpc\/client|playwright-core)$/, /./],
  [/^ws$/, /^(default|WebSocket|\*)$/],
])

/** Nothing but the one dialler opens a connection to the world. */
export function connections(modules: Module[]): Faults {
  return modules
    .filter(({ path }) => path.startsWith('server/') && !DOORS.some((door) => door.test(path)))
    .flatMap((module) => [...clientsOf(module), ...globalClients(module)])
    .map((fault) => `${fault}: the way out is ctx.outside, by outside/dial.ts`)
}

function clientsOf({ path, imports }: Module): Faults {
  return imports
    .filter(({ target, names, isType }) => {
      const client = [...CLIENTS].find(([from]) => from.test(target))?.[1]
      return client && !isType && names.some((name) => client.test(name))
    })
    .map(({ request, names }) => `${path} imports ${names.join(', ')} of ${request}`)
}

function globalClients(module: Module): Faults {
  const faults: Faults = []
  const note = ({ callee, start }: { callee: ESTree.Node; start: number }) => {
    if (callee.type !== 'Identifier' || !/^(fetch|WebSocket|EventSource|XMLHttpRequest)$/.test(callee.name)) return
    faults.push(`${module.path}:${lineOf(module, start)} calls ${callee.name}`)
  }
  new Visitor({ CallExpression: note, NewExpression: note }).visit(module.program)
  return faults
}

function lineOf({ text }: Module, offset: number) {
  return text.slice(0, offset).split('\n').length
}
