import { afterAll, beforeAll, expect, test } from 'vitest'
import { createWorld, type Reply, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

type Body = Reply['body']
const get = async (path: string): Promise<Body> => (await world.api('GET', path)).body

/** All records of a list, read this many at a time. */
async function readAll(path: string, name: string, limit: number): Promise<Body[]> {
  const all: Body[] = []
  for (let before = ''; ; ) {
    const body = await get(`${path}?site=demo&limit=${limit}${before && `&before=${before}`}`)
    expect(body[name].length).toBeLessThanOrEqual(limit)
    all.push(...body[name])
    if (body.next === null) return all
    before = body.next
  }
}

const lists = {
  keys: [
    '/keys',
    'keys',
    (n: number) => world.api('POST', '/keys?site=demo', { body: { name: `k${n}`, preset: 'chat' } }),
  ],
  accounts: [
    '/admins',
    'admins',
    (n: number) => world.api('POST', '/admins', { body: { email: `a-${n}+x@mail.example` } }),
  ],
  entries: [
    '/knowledge/manual',
    'entries',
    (n: number) => world.api('POST', '/knowledge/manual?site=demo', { body: { title: `T${n}`, content: `C${n}` } }),
  ],
} as const

test.each(Object.entries(lists))(
  '[U106] %s are paged, each once and in the order of the whole list',
  async (_, [path, name, add]) => {
    for (let n = 0; n < 7; n++) {
      await add(n)
      // Some have the same time.
      if (n % 3 === 0) world.clock.move(1)
    }
    const whole = await get(`${path}?site=demo`)
    expect(whole.next).toBeNull()
    expect(whole[name].length).toBeGreaterThanOrEqual(7)
    for (const limit of [1, 2, 3, 500]) expect(await readAll(path, name, limit)).toEqual(whole[name])
    for (const query of [
      'limit=0',
      'limit=501',
      'limit=x',
      'before=x',
      `before=${Buffer.from('1 a b').toString('base64url')}`,
    ])
      expect((await world.api('GET', `${path}?site=demo&${query}`)).status, query).toBe(400)
  },
)
