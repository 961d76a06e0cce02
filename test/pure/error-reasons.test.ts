import { expect, test } from 'vitest'
import { errorReasons } from '../../shared/error.ts'
import { readTree } from '../support/architecture/tree.ts'

const tree = readTree()

test('every documented reason is used by the server', () => {
  const server = tree.filter(({ path }) => /^(server|shared)\//.test(path) && path !== 'shared/error.ts')
  const text = server.map(({ text }) => text).join('\n')
  const unused = Object.keys(errorReasons).filter((reason) => !text.includes(`'${reason}'`))
  expect(unused).toEqual([])
})

/** Code that decides by a sentence. */
const deciding =
  /\bmessage\??\.(startsWith|endsWith|includes|match|search|slice)\(|\bmessage\s*[!=]==?\s*['"`][A-Z]|\.(test|exec)\([^)]*\bmessage(\)| \?\?)/

test('no client decides anything by an English sentence of the server', () => {
  const clients = tree.filter(({ path }) => /^(widget|desktop)\//.test(path) && /\.tsx?$/.test(path))
  const found = clients.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => (deciding.test(line) ? [`${path}:${at + 1}: ${line.trim()}`] : [])),
  )
  expect(clients.length).toBeGreaterThan(100)
  expect(found).toEqual([])
})
