import { basename, dirname, join } from 'node:path'
import type { Faults } from './imports.ts'
import type { TreeFile } from './tree.ts'

/** Most classes of ui/layout.css: few enough to be known by heart. */
const maxLayoutClasses = 16

type Sheet = { path: string; classes: Set<string> }

/**
 * A class of a module belongs to the components that import it; what is in other sheets is for all of the dashboard. Each is
 * used, and what is used is defined.
 */
export function styles(tree: TreeFile[]): Faults {
  const files = tree.filter(({ path }) => path.startsWith('desktop/renderer/'))
  const sheets = files.filter(({ path }) => path.endsWith('.css')).map(sheetOf)
  const modules = sheets.filter(({ path }) => path.endsWith('.module.css'))
  const shared = sheets.filter((sheet) => !modules.includes(sheet))
  const components = files.filter(({ path }) => path.endsWith('.tsx'))
  return [
    ...twins(modules),
    ...sharedClasses(shared, components),
    ...components.flatMap((component) => undefinedIn(component, modules)),
    ...unusedIn(modules, components),
  ]
}

function sheetOf({ path, text }: TreeFile): Sheet {
  const selectors = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\{[^{}]*\}/g, ';')
  return { path, classes: new Set([...selectors.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name!)) }
}

/** In the built sheets, a class has only the name of its file before its own. */
const twins = (modules: Sheet[]): Faults =>
  modules
    .filter(({ path }, at) => modules.findIndex((one) => basename(one.path) === basename(path)) < at)
    .map(({ path }) => `${path}: another module has that name`)

function sharedClasses(shared: Sheet[], components: TreeFile[]): Faults {
  const used = new Set(components.flatMap(({ text }) => classNames(text)))
  const placed = shared.flatMap(({ path, classes }) => [...classes].map((name) => ({ path, name })))
  const layout = shared.find(({ path }) => path.endsWith('/ui/layout.css'))?.classes.size ?? 0
  return [
    ...(layout === 0 || layout > maxLayoutClasses
      ? [`ui/layout.css: ${layout} classes, at most ${maxLayoutClasses}`]
      : []),
    ...placed.filter(({ name }) => !used.has(name)).map(({ path, name }) => `${path}: .${name} is used nowhere`),
    ...placed
      .filter(({ name }, at) => placed.findIndex((one) => one.name === name) < at)
      .map(({ path, name }) => `${path}: .${name} is styled in another sheet too`),
    ...components.flatMap(({ path, text }) =>
      classNames(text)
        .filter((name) => !placed.some((one) => one.name === name))
        .map((name) => `${path}: no sheet has .${name}`),
    ),
  ]
}

/** The words of each `className` that are not of a module. */
function classNames(text: string): string[] {
  const given = [...text.matchAll(/className( = |=)/g)].map(({ index, 0: { length } }) =>
    valueAt(text, index + length).replaceAll(/[!=]== '[^']*'/g, ''),
  )
  return given
    .flatMap((value) => [
      ...[...value.matchAll(/["']([^"'`]*)["']/g)].map(([, words]) => words!),
      ...[...value.matchAll(/`([^`]*)`/g)].map(([, words]) => words!.replaceAll(/\$\{[^{}]*\}/g, ' ')),
    ])
    .flatMap((words) => words.split(/\s+/))
    .filter(Boolean)
}

/** A string, or what is in braces. */
function valueAt(text: string, start: number): string {
  if (text[start] !== '{') return /^(["']).*?\1/.exec(text.slice(start))?.[0] ?? ''
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (text[at] === '{') depth++
    if (text[at] === '}' && --depth === 0) return text.slice(start, at + 1)
  }
  return ''
}

type Use = { sheet: string; name: string | undefined }

/** What a component uses of modules; no name where it computes one. */
function usesOf({ path, text }: TreeFile): Use[] {
  return [...text.matchAll(/^import (\w+) from '(.*\.module\.css)'$/gm)].flatMap(([, variable, from]) => {
    const sheet = join(dirname(path), from!).replaceAll('\\', '/')
    const uses = [...text.matchAll(new RegExp(`(?<![-/.\\w])${variable}(?:\\.(\\w+)|\\[)`, 'g'))]
    return uses.map(([, name]) => ({ sheet, name }))
  })
}

const undefinedIn = (component: TreeFile, modules: Sheet[]): Faults =>
  usesOf(component)
    .filter(({ sheet, name }) => name && !modules.find(({ path }) => path === sheet)?.classes.has(name))
    .map(({ sheet, name }) => `${component.path}: ${sheet} has no .${name}`)

function unusedIn(modules: Sheet[], components: TreeFile[]): Faults {
  const uses = components.flatMap(usesOf)
  return modules.flatMap(({ path, classes }) => {
    const names = new Set(uses.filter(({ sheet }) => sheet === path).map(({ name }) => name))
    if (names.has(undefined)) return []
    return [...classes].filter((name) => !names.has(name)).map((name) => `${path}: .${name} is used nowhere`)
  })
}
