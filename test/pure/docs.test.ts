import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { commands } from '../../server/commands/commands.ts'
import { ConfigFile } from '../../server/config-file.ts'

const files = ['README.md', 'CONTRIBUTING.md', 'test/README.md', ...globSync('docs/*.md').sort()]
const read = (file: string) => readFileSync(file, 'utf8')
const example = JSON.parse(read('frontdesk.config.example.json')) as Record<string, unknown>

/** The anchors of a file, as GitHub creates them from its headings. */
const anchorsOf = (file: string) =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\- ]/gu, '')
      .replaceAll(' ', '-'),
  )

test.each(files)('each link of %s leads to an existing file and heading', (file) => {
  const links = [...read(file).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  const broken = links
    .filter((link) => !/^(https?|mailto):/.test(link))
    .filter((link) => {
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? file : join(dirname(file), path)
      return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor))
    })
  expect(broken).toEqual([])
})

test.each(files)('each command in %s exists', (file) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = [...read(file).matchAll(/npm run (?:-s )?([\w:]+)(?: -- ([a-z-]+(?: [a-z]+)?))?/g)]
  const unknown = named.filter(([, script = '', words = '']) => {
    if (!(script in scripts)) return true
    const [first = ''] = words.split(' ')
    return script === 'svc' && words !== '' && first !== 'help' && !(first in commands) && !(words in commands)
  })
  expect(unknown.map(([whole]) => whole)).toEqual([])
})

test('every page of the docs is linked from the README', () => {
  const readme = read('README.md')
  expect(globSync('docs/*.md').filter((page) => !readme.includes(`](${page})`))).toEqual([])
})

test('the README is one page', () => {
  expect(read('README.md').split(/\s+/).length).toBeLessThan(950)
})

test('the example configuration contains every setting with its default', () => {
  const { $schema, sites, ...settings } = example
  const { sites: _, ...defaults } = ConfigFile.parse({})
  expect(settings).toEqual(defaults)
  expect([$schema, sites]).toEqual([expect.stringContaining('/config.schema.json'), [expect.anything()]])
})

test('settings without a default are documented', () => {
  const text = read('docs/configuration.md')
  const parts = Object.entries(ConfigFile.shape).map(
    ([part, schema]) => [part, z.toJSONSchema(schema, { io: 'input' }) as { properties?: object }] as const,
  )
  expect(parts.map(([part]) => part)).toContain('ai')
  for (const [part, { properties = {} }] of parts) {
    for (const name of Object.keys(properties)) {
      const isInExample = name in ((example[part] as object | undefined) ?? {})
      expect([part, name, isInExample || text.includes(`\`${part}.${name}\``)]).toEqual([part, name, true])
    }
  }
})
