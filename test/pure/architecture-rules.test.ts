import { expect, test } from 'vitest'
import { contactReaders } from '../support/architecture/contacts.ts'
import { connections, environmentReaders, importEffects } from '../support/architecture/effects.ts'
import {
  endings,
  type Faults,
  fileCircles,
  foreignOperations,
  foreignScreens,
  layering,
  packages,
  statements,
} from '../support/architecture/imports.ts'
import { type Module, parseModules } from '../support/architecture/modules.ts'
import { fileSizes, functionSizes } from '../support/architecture/sizes.ts'
import { names, words } from '../support/architecture/words.ts'

/** The rule's findings for these files, given as path and text. */
function faultsOf(rule: (modules: Module[]) => Faults, files: Record<string, string>) {
  return rule(parseModules(Object.entries(files).map(([path, text]) => ({ path, text }))))
}

const long = (lines: number) => 'export const x = 1\n'.repeat(lines)
const func = (lines: number) => `export function f() {\n${'  g()\n'.repeat(lines - 2)}}\n`
const circle = {
  'server/features/a/a.ts': "import { b } from '../b/b.ts'",
  'server/features/b/b.ts': "import { c } from '../c/c.ts'",
  'server/features/c/c.ts': "import { a } from '../a/a.ts'",
}
const unfinished = ['// TO', 'DO: the rest'].join('')
const leftOut = ['test.', "skip('later', () => {})"].join('')
const registry = ['https://registry.', 'npmjs.', 'org/zod'].join('')

test.each<[string, (modules: Module[]) => Faults, Record<string, string>]>([
  ['shared → server', layering, { 'shared/a.ts': "import { b } from '../server/core/b.ts'" }],
  ['shared → a package', layering, { 'shared/a.ts': "import { b } from 'hono'" }],
  ['core → feature', layering, { 'server/core/a.ts': "import type { B } from '../features/b/b.ts'" }],
  ['core → outside, a value', layering, { 'server/core/a.ts': "import { b } from '../outside/b.ts'" }],
  ['feature → http', layering, { 'server/features/a/a.ts': "export { b } from '../../http/b.ts'" }],
  ['http → realtime', layering, { 'server/http/a.ts': "await import('../realtime/b.ts')" }],
  ['realtime → http', layering, { 'server/realtime/a.ts': "import type { B } from '../http/b.ts'" }],
  ['door → http', layering, { 'server/door/a.ts': "import { b } from '../http/b.ts'" }],
  ['renderer → main', layering, { 'desktop/renderer/a.tsx': "import { b } from '../main/b.ts'" }],
  ['renderer → server, a value', layering, { 'desktop/renderer/a.tsx': "import { b } from '../../server/app.ts'" }],
  ['renderer → shared, a value', layering, { 'desktop/renderer/a.tsx': "import { b } from '../../shared/b.ts'" }],
  ['renderer → zod', layering, { 'desktop/renderer/a.tsx': "import { z } from 'zod'" }],
  ['widget → shared, a value', layering, { 'widget/a.ts': "import { type B, b } from '../shared/b.ts'" }],
  [
    'feature → another’s operations',
    foreignOperations,
    { 'server/features/a/a.ts': "import { bOperations } from '../b/b.ts'" },
  ],
  ['screen → another screen', foreignScreens, { 'desktop/renderer/screens/a/a.tsx': "import { b } from '../b/b.tsx'" }],
  ['kit → a screen', foreignScreens, { 'desktop/renderer/ui/a.tsx': "import '../screens/b/b.css'" }],
  ['a circle', fileCircles, circle],
  [
    'a circle of files by a type',
    fileCircles,
    { 'server/core/a.ts': "import { b } from './b.ts'", 'server/core/b.ts': "import type { A } from './a.ts'" },
  ],
  ['a contact in a prompt', contactReaders, { 'server/features/assistant/a.ts': 'sql`select * from leads`' }],
  [
    'a contact as the team sees it',
    contactReaders,
    { 'server/features/assistant/a.ts': 'await getContact(ctx, { id })' },
  ],
  ['a contact in Telegram', contactReaders, { 'server/features/live/telegram/a.ts': 'sql`left join leads on true`' }],
  ['SQL in http', statements, { 'server/http/a.ts': 'const rows = await ctx.sql<[Row]>`select 1`' }],
  ['no ending', (modules) => endings(modules, new Set(['test/b.ts'])), { 'test/a.ts': "import { b } from './b'" }],
  ['no such file', (modules) => endings(modules, new Set()), { 'test/a.ts': "import { b } from './b.ts'" }],
  ['not installed', (modules) => packages(modules, new Set(['zod'])), { 'server/a.ts': "import { b } from '@b/c/d'" }],
  ['a statement', importEffects, { 'server/a.ts': 'start()' }],
  ['a timer', importEffects, { 'server/a.ts': 'const timer = setInterval(() => {}, 1000)' }],
  ['a file', importEffects, { 'server/a.ts': "import { readFileSync } from 'node:fs'\nconst a = readFileSync('a')" }],
  [
    'a thread',
    importEffects,
    { 'server/a.ts': "import { Worker } from 'node:worker_threads'\nconst a = new Worker(b)" },
  ],
  ['waiting', importEffects, { 'server/a.ts': 'export const a = await b' }],
  ['the environment', environmentReaders, { 'server/core/a.ts': 'const port = process.env.PORT' }],
  ['the environment, by a back way', environmentReaders, { 'server/a.ts': 'globalThis.process?.env.PORT' }],
  ['fetch', connections, { 'server/features/a/a.ts': 'const get = () => fetch(url)' }],
  ['a socket', connections, { 'server/features/a/a.ts': "import { connect } from 'node:net'" }],
  ['a long file', fileSizes, { 'server/a.ts': long(401) }],
  ['a long function', functionSizes, { 'server/a.ts': func(61) }],
  ['an empty name', names, { 'server/http/utils.ts': '' }],
  ['something for later', words, { 'server/a.ts': unfinished }],
  ['a test left out', words, { 'test/a.test.ts': leftOut }],
  ['a registry', words, { 'server/a.ts': `// ${registry}` }],
])('%s is reported with the file', (_name, rule, files) => {
  expect(faultsOf(rule, files).join()).toContain(Object.keys(files)[0]?.replace(/a\/a\.ts$/, 'a'))
})

const allowed = {
  'shared/label.ts': "import { z } from 'zod'\nexport const Label = z.object({ id: z.string() })",
  'server/core/a.ts': "import type { Config } from '../config.ts'\nexport const names = new Map<string, Config>()",
  'server/features/a/a.ts': "import { b } from '../b/b.ts'\nexport const a = () => b()",
  'server/features/b/b.ts':
    "import type { A } from '../../core/a.ts'\nexport const b = async () => { await sql`select 1` }",
  'server/http/a.ts': "import { createServer } from 'node:http'\nexport const a = () => createServer()",
  'server/main.ts': 'await start(process.argv)',
  'widget/a.ts': "import type { Label } from '../shared/label.ts'",
  'test/a.test.ts': `describe('all of it', () => {\n${"  test('a', () => {})\n".repeat(70)}})\n${func(3)}`,
}
const all = [layering, foreignOperations, fileCircles, statements, importEffects, environmentReaders, connections]

test.each([...all, fileSizes, functionSizes, names, words])('%o reports nothing for good files', (rule) => {
  expect(faultsOf(rule, allowed)).toEqual([])
})
