import { posix } from 'node:path'
import type { Import, Module } from './modules.ts'

/** Violations of a rule, one line each, with the path of the file. */
export type Faults = string[]

type Rule = {
  /** the modules that the rule is about */
  of: RegExp
  /** the targets that they may import, including types; all others below the same roots are refused */
  may: RegExp
  /** targets of which they may import only types */
  types?: RegExp
  /** packages of which they may import only types */
  never?: RegExp
  says: string
}

/**
 * The allowed imports between layers, in the order `zod ← shared ← database ← core ← features ← operations ← door ←
 * http, realtime ← app ← main`.
 */
const layers: Rule[] = [
  { of: /^shared\//, may: /^(zod|shared\/[^/]+)$/, says: 'shared/ imports zod and its siblings alone' },
  {
    of: /^server\/database\//,
    // Of core, only files that import nothing themselves.
    may: /^(shared\/|server\/database\/|server\/core\/(async|compile-cache|disk)\.ts$)/,
    says: 'the database knows nothing of what is built on it',
  },
  {
    of: /^server\/core\//,
    may: /^(shared|server\/database|server\/core)\//,
    types: /^server\/(config(-file)?\.ts$|outside\/)/,
    says: 'core knows no feature, and of outside and the configuration their types alone',
  },
  { of: /^server\/language\//, may: /^(shared|server\/language)\//, says: 'languages are data, and below all else' },
  {
    of: /^server\/outside\//,
    may: /^(shared|server\/database|server\/core|server\/outside)\//,
    types: /^server\/config(-file)?\.ts$/,
    says: 'outside knows core and shared alone',
  },
  {
    of: /^server\/features\//,
    may: /^(shared\/|server\/(database|core|language|features)\/|server\/version\.ts$)/,
    types: /^server\/(config(-file)?\.ts$|outside\/)/,
    says: 'a feature knows core, shared and other features; outside is handed in through the Context',
  },
  {
    of: /^server\/operations\.ts$/,
    may: /^(shared\/|server\/core\/|server\/features\/.+\.ts$)/,
    says: 'operations.ts is the map of the features’ operations',
  },
  {
    of: /^server\/door\//,
    may: /^(shared|server\/(database|core|features|door))\//,
    types: /^server\/(config(-file)?\.ts$|outside\/)/,
    says: 'the door is below http and realtime, which share it',
  },
  {
    of: /^server\/http\//,
    may: /^(shared\/|server\/(database|core|features|door|http)\/|server\/(operations|version|config-file)\.ts$)/,
    types: /^server\/(config(-file)?\.ts$|outside\/)/,
    says: 'http knows features and the door, and not realtime',
  },
  {
    of: /^server\/realtime\//,
    may: /^(shared\/|server\/(database|core|features|door|realtime)\/|server\/operations\.ts$)/,
    types: /^server\/(config(-file)?\.ts$|outside\/)/,
    says: 'realtime knows features and the door, and not http',
  },
  {
    of: /^desktop\/renderer\//,
    may: /^(shared\/(tokens\.css|accent\.ts|composing\.ts|contrast\.ts|launcher-icon\.ts|markdown\.ts|model-check-words\.ts|opening-hours\.ts|origin\.ts|safe-address\.ts)$|desktop\/renderer\/|widget\/chat\/words\/)/,
    types: /^(shared\/|server\/|desktop\/bridge\.ts$)/,
    never: /^zod$/,
    says: 'the renderer reaches its main process through bridge.ts, takes types alone of the others, and no zod',
  },
  {
    of: /^desktop\/(main\/|preload\.ts)/,
    may: /^(shared\/|desktop\/(main\/|bridge\.ts$|preload\.ts$))/,
    types: /^server\//,
    says: 'the main process knows the renderer through bridge.ts alone',
  },
  {
    of: /^widget\//,
    may: /^(widget\/|shared\/(tokens\.css|(composing|form-words|markdown|safe-address)\.ts)$)/,
    types: /^(shared|server)\//,
    says: 'of shared/ the widget takes tokens, form words, Markdown, composing and types',
  },
]

const OURS = /^(shared|server|desktop|widget|test|bench)\//

/** Finds imports that violate the layers. Packages are checked only for `shared/` and the widget. */
export function layering(modules: Module[]): Faults {
  return modules.flatMap((module) =>
    layers
      .filter((rule) => rule.of.test(module.path))
      .flatMap((rule) => module.imports.filter((one) => breaks(rule, one)).map((one) => say(module, one, rule.says))),
  )
}

function breaks(rule: Rule, { target, isType }: Import) {
  if (rule.never?.test(target)) return !isType
  const looked = OURS.test(target) || rule.may.source.includes('zod')
  return looked && !rule.may.test(target) && !(isType && rule.types?.test(target))
}

function say({ path }: Module, { request }: Import, rule: string) {
  return `${path} imports ${request}: ${rule}`
}

/** Finds features that import another feature's table of operations instead of its functions. */
export function foreignOperations(modules: Module[]): Faults {
  return modules
    .filter(({ path }) => path.startsWith('server/features/'))
    .flatMap((module) =>
      module.imports
        .filter(
          ({ names, target }) =>
            target.startsWith('server/features/') && names.some((name) => /Operations$/.test(name)),
        )
        .map((one) => say(module, one, 'a table of operations is for server/operations.ts; import the functions')),
    )
}

/** Finds screens of the dashboard that import another screen, and shared files that import a screen. */
export function foreignScreens(modules: Module[]): Faults {
  return modules
    .filter(({ path }) => /^desktop\/renderer\/(?!app\/)/.test(path))
    .flatMap((module) =>
      module.imports
        .filter(({ target }) => (screenOf(target) ?? screenOf(module.path)) !== screenOf(module.path))
        .map((one) =>
          say(module, one, 'screens share by app, ui, form, live, keys, alerts and words; app alone imports them'),
        ),
    )
}

/**
 * Finds import cycles between files, including those through types only. Lists the files of a cycle in the order of
 * their imports.
 */
export function fileCircles(modules: Module[]): Faults {
  const uses = new Map(modules.map(({ path, imports }) => [path, new Set(imports.map(({ target }) => target))]))
  // A file that imports none of the remaining files is on no cycle.
  for (let isDone = false; !isDone; ) {
    isDone = true
    for (const [path, targets] of uses) {
      if ([...targets].some((target) => uses.has(target))) continue
      uses.delete(path)
      isDone = false
    }
  }
  const found = new Map<string, string>()
  for (const start of uses.keys()) {
    const way = wayBack(uses, start, start, new Set())
    if (way)
      found.set(
        [...way].sort().join(' '),
        `${way.join(' → ')} → ${start}: files form no circle; give what two share a file`,
      )
  }
  return [...found.values()]
}

function wayBack(uses: Map<string, Set<string>>, at: string, home: string, seen: Set<string>): string[] | undefined {
  for (const next of uses.get(at) ?? []) {
    if (next === home) return [at]
    if (seen.has(next)) continue
    seen.add(next)
    const rest = wayBack(uses, next, home, seen)
    if (rest) return [at, ...rest]
  }
  return undefined
}

/** Finds relative imports without a file extension, or of a file that does not exist. */
export function endings(modules: Module[], paths: Set<string>): Faults {
  return modules.flatMap((module) =>
    module.imports
      .filter(({ request }) => request.startsWith('.'))
      .filter(({ target }) => !/\.(tsx?|css|json|html|svg)$/.test(posix.basename(target)) || !paths.has(target))
      .map((one) => say(module, one, 'a relative import names a file, with its ending')),
  )
}

/** Finds production files that import packages which are not installed in production. */
export function packages(modules: Module[], dependencies: Set<string>): Faults {
  return modules
    .filter(({ path }) => /^(server|shared)\//.test(path))
    .flatMap((module) =>
      module.imports
        .filter(({ request, isType }) => !isType && !/^(\.|node:)/.test(request))
        .filter(({ request }) => !dependencies.has(packageOf(request)))
        .map((one) => say(module, one, 'it is none of the dependencies in package.json')),
    )
}

function packageOf(request: string) {
  return request.split('/', request.startsWith('@') ? 2 : 1).join('/')
}

/** Finds SQL outside of core and the features. */
export function statements(modules: Module[]): Faults {
  return modules
    .filter(({ path }) => /^server\/(door|http|realtime)\//.test(path))
    .filter(({ text }) => /\b(sql|tx|db)\s*(<[^`]*>)?\s*`|\.unsafe\(/.test(text))
    .map(({ path }) => `${path}: door, http and realtime hold no SQL; call a function of a feature or of core`)
}

function screenOf(path: string) {
  return /^desktop\/renderer\/screens\/([^/]+)\//.exec(path)?.[1]
}
