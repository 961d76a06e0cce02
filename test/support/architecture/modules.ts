import { posix } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'
import type { TreeFile } from './tree.ts'

/** One import, or one export from another module. */
export type Import = {
  /** as written */
  request: string
  /** the path relative to the root of the project for a relative request, without its query; otherwise the request */
  target: string
  /** the imported values, without types; `default` and `*` for those two */
  names: string[]
  /** whether only types are imported, so that nothing remains at runtime */
  isType: boolean
}

/** The length of a function; `line` is where it begins. */
export type Func = { line: number; lines: number }

export type Module = TreeFile & { program: ESTree.Program; imports: Import[]; functions: Func[] }

/** Parses the modules among the files. @throws if one cannot be parsed */
export function parseModules(files: TreeFile[]): Module[] {
  return files.filter((file) => /\.tsx?$/.test(file.path)).map(parseModule)
}

function parseModule({ path, text }: TreeFile): Module {
  const { program, module, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const imports = new Map<string, Import>()
  const add = (request: string, name: string | undefined, isType: boolean) => {
    const target = request.startsWith('.') ? posix.join(posix.dirname(path), request.replace(/\?.*/, '')) : request
    const known = imports.get(request) ?? { request, target, names: [], isType: true }
    if (name && !isType) known.names.push(name)
    imports.set(request, { ...known, isType: known.isType && isType })
  }
  for (const { moduleRequest, entries } of module.staticImports) {
    if (entries.length === 0) add(moduleRequest.value, undefined, false)
    for (const { importName, isType } of entries) {
      add(moduleRequest.value, importName.name ?? (importName.kind === 'Default' ? 'default' : '*'), isType)
    }
  }
  for (const { moduleRequest, importName, isType } of module.staticExports.flatMap((all) => all.entries)) {
    if (moduleRequest) add(moduleRequest.value, importName.name ?? '*', isType)
  }
  visitImports(program, (request) => add(request, '*', false))
  return { path, text, program, imports: [...imports.values()], functions: measure(program, text) }
}

function visitImports(program: ESTree.Program, found: (request: string) => void) {
  new Visitor({
    ImportExpression({ source }) {
      if (source.type === 'Literal' && typeof source.value === 'string') found(source.value)
    },
  }).visit(program)
}

/** Every function except the body of a `describe`, which is a heading rather than code that runs. */
function measure(program: ESTree.Program, text: string): Func[] {
  const functions: Func[] = []
  const headings = new Set<unknown>()
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
  const add = (node: { start: number; end: number }) => {
    if (headings.has(node)) return
    const line = lineOf(node.start)
    functions.push({ line, lines: lineOf(node.end) - line + 1 })
  }
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      if (/^describe\b/.test(text.slice(callee.start, callee.end))) for (const one of given) headings.add(one)
    },
    FunctionDeclaration: add,
    FunctionExpression: add,
    ArrowFunctionExpression: add,
  }).visit(program)
  return functions
}
