import { type ESTree, Visitor } from 'vite'
import type { Faults } from './imports.ts'
import type { Module } from './modules.ts'

/** Files that start something: the two entries, and those that run as a thread or process of their own. */
const STARTS = /^server\/(main|command)\.ts$|worker\.ts$/

/** Node's modules with effects outside of the process. The others only return values. */
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

/** Finds files of the server that have effects when they are imported. They may only declare, and compute values. */
export function importEffects(modules: Module[]): Faults {
  const served = modules.filter(({ path }) => /^(server|shared)\//.test(path) && !STARTS.test(path))
  return served.flatMap((module) =>
    module.program.body.flatMap((statement) => {
      const what = DECLARES.has(statement.type) ? reachOf(statement, module) : 'runs a statement'
      return what ? [`${module.path}:${lineOf(module, statement.start)} ${what}: importing a file does nothing`] : []
    }),
  )
}

/** The external effect of evaluating this statement, without the bodies of functions, which are only declared. */
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

/** Finds readers of the environment other than the configuration. */
export function environmentReaders(modules: Module[]): Faults {
  const readers = modules.filter(({ path }) => !/^(test|bench)\/|^server\/config\.ts$|^[^/]+\.ts$/.test(path))
  return readers
    .filter(({ text }) => /\bprocess\s*(\?\.|\.)\s*env\b|import\.meta\.env\b|\bDeno\./.test(text))
    .map(({ path }) => `${path}: only server/config.ts reads the environment, and nothing names Deno`)
}

/**
 * Files that may parse JSON without limits: it was written by the server itself or the operator, or the file runs in
 * isolation.
 */
const UNBOUNDED = [
  /^server\/(core\/(json|idempotency|ephemeral)|database\/embedded\/lock)\.ts$/,
  /^server\/(config|control)\.ts$|^server\/commands\//,
  // sealed by the server itself
  /^server\/features\/conversations\/visitor\/visitor\.ts$/,
  /^server\/features\/knowledge\/reading\//,
  // from a browser that the server started, which limits what a page can send
  /^server\/outside\/browser-frames\.ts$/,
]

/** Finds JSON from outside that is parsed without limits on depth and number of values. */
export function unboundedJson(modules: Module[]): Faults {
  return modules
    .filter(({ path }) => path.startsWith('server/') && !UNBOUNDED.some((file) => file.test(path)))
    .filter(({ text }) => /\bJSON\.parse\(|\.json\(\)/.test(text))
    .map(({ path }) => `${path}: JSON from outside is parsed by parseJson of core/json.ts, which bounds it`)
}

/** Files that may open connections: the dialler, and those that reach what the operator configured, or this machine. */
const DOORS = [
  /^server\/outside\/dial\.ts$/,
  // the model server, as configured
  /^server\/outside\/(ollama|openai)[a-z-]*\.ts$/,
  // nodemailer, which gets its connection from the dialler
  /^server\/outside\/mail\.ts$/,
  // the database, as configured; the embedded one through a stream within the process
  /^server\/database\/(server\/(server|address)|embedded\/embedded)\.ts$/,
  // the process that holds the data folder, on this machine
  /^server\/(database\/embedded\/lock|commands\/run)\.ts$/,
]

const CLIENTS = new Map([
  [/^node:(net|tls)$/, /^(connect|createConnection|Socket|TLSSocket|default|\*)$/],
  [/^node:(http|https|http2)$/, /^(get|request|connect|Agent|default|\*)$/],
  [/^node:(dgram|dns|dns\/promises)$/, /./],
  [/^(undici|ollama|postgres|grammy|nodemailer|@trpc\/client|playwright-core)$/, /./],
  [/^ws$/, /^(default|WebSocket|\*)$/],
])

/** Finds connections that are opened without the dialler. */
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
