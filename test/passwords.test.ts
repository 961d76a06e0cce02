import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
// Attempts are limited per window, so each test begins a new one.
beforeEach(() => world.clock.move(15 * 60_000 + 1))

const password = 'correct horse battery'

const auth = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  }
  const response = await fetch(`${world.url}/auth/${path}`, init)
  return { status: response.status, body: await response.json() }
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const add = (body: Record<string, unknown>) => world.api('POST', '/admins', { body })

let count = 0
const newEmail = () => `person${++count}@example.com`

async function signedIn(): Promise<{ email: string; token: string }> {
  const email = newEmail()
  const { body } = await add({ email })
  const session = await auth('link', { token: body.signInLink.split('#')[1] })
  return { email, token: session.body.token }
}

describe('a password', () => {
  test.each([
    ...['1234567890', 'aaaaaaaaaa', 'password12', 'Password123!', 'qwertyuiop', 'iloveyou123', 'Summer2026!'],
    ...['Sommer2026!', 'October2026!', 'Frontdesk2026', 'frontdesk123!', 'Fr0ntdesk2026'],
  ])('that many people use is refused: %s [R208]', async (common) => {
    const refused = await add({ email: newEmail(), password: common })
    expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining('password: ')])
  })

  test('that is a name of the site or business with a year is refused [R208]', async () => {
    await world.api('PUT', '/settings', { body: { site: 'demo', settings: { botName: 'Marvin Quillfeather' } } })
    for (const named of ['Quillfeather2026!', 'MarvinQuillfeather1'])
      expect([named, (await add({ email: newEmail(), password: named })).status]).toEqual([named, 400])
  })

  test.each(['83927455170361', 'tH7#kq92Lm', 'violet otter lamp 7'])('of chance is accepted: %s', async (random) => {
    expect((await add({ email: newEmail(), password: random })).status).toBe(201)
  })

  test('that is easy to guess can be tried often, because only a wrong current password counts', async () => {
    const { token } = await signedIn()
    await auth('password', { password }, bearer(token))
    for (let at = 0; at < 6; at++)
      expect((await auth('password', { current: password, password: 'password12' }, bearer(token))).status).toBe(400)
    const changed = await auth('password', { current: password, password: 'violet otter lamp' }, bearer(token))
    expect(changed.status).toBe(200)
    const wrong = []
    for (let at = 0; at < 6; at++)
      wrong.push((await auth('password', { current: 'wrong', password }, bearer(token))).body.error.code)
    expect(wrong).toEqual([...Array(5).fill('bad_request'), 'rate_limited'])
  })

  test('that equals the email is refused in every place that sets one [R208]', async () => {
    const { email, token } = await signedIn()
    expect((await auth('password', { password: email }, bearer(token))).status).toBe(400)
    expect((await add({ email: 'mandeville@example.com', password: 'mandeville' })).status).toBe(400)
    expect((await auth('password', { password: 'x'.repeat(200) }, bearer(token))).status).toBe(400)
    expect((await auth('password', { password }, bearer(token))).status).toBe(200)
  })
})

test('a few passwords are hashed at a time; beyond twenty that wait, others come later', async () => {
  const proxied = await createWorld({ environment: { TRUST_PROXY: '127.0.0.1' } })
  try {
    const guess = async (at: number) => {
      const init = {
        method: 'POST',
        headers: { 'x-forwarded-for': `203.0.${at}.1` },
        body: JSON.stringify({ email: newEmail(), password: 'x' }),
      }
      const { status, headers } = await fetch(`${proxied.url}/auth/sign-in`, init)
      return `${status} ${headers.get('retry-after') ?? ''}`.trim()
    }
    const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => guess(at)))
    expect(new Set(answers)).toEqual(new Set(['401', '429 5']))
    expect(answers.filter((one) => one === '401').length).toBeGreaterThanOrEqual(22)
  } finally {
    await proxied.close()
  }
})
