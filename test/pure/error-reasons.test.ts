import { expect, test } from 'vitest'
import { errorReasons } from '../../shared/error.ts'
import { readTree } from '../support/architecture/tree.ts'

const tree = readTree()

test('every reason that is documented is one that the server gives', () => {
  const server = tree.filter(({ path }) => /^(server|shared)\//.test(path) && path !== 'shared/error.ts')
  const text = server.map(({ text }) => text).join('\n')
  const unused = Object.keys(errorReasons).filter((reason) => !text.includes(`'${reason}'`))
  expect(unused).toEqual([])
})
