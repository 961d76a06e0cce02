import { expect, test } from 'vitest'
import { call, dialWith, failing, init, setUpDial, there } from '../support/dial-client.ts'

setUpDial()

const redirectTo = (location: string, status = 302) => {
  there.answer = ({ path }, response) => {
    if (path === '/from') response.writeHead(status, { location }).end('moved')
    else response.end('hello')
  }
}

test('a redirect is the response, unless it should be followed', async () => {
  redirectTo('/to')
  expect((await call('/from')).status).toBe(302)
  const followed = await call('/from', { redirects: 3 })
  expect([followed.status, followed.url, await followed.text()]).toEqual([200, `${there.fake.url}/to`, 'hello'])
  expect((await call('/from', { method: 'POST', body: 'x', redirects: 3 })).status).toBe(302)
})

test.each([
  'http://10.0.0.1/',
  'http://169.254.169.254/',
  'http://[::ffff:a00:1]/',
  'file:///etc/passwd',
  'https://a@b/',
])('the target of a redirect is checked like the first address: %s', async (location) => {
  redirectTo(location)
  const dialled = call('/from', { purpose: 'crawl', redirects: 3 })
  await expect(dialled).rejects.toMatchObject(failing('refused'))
})

test('a redirect to the same name is resolved and checked again', async () => {
  const addresses = ['127.0.0.1', '127.0.0.2']
  redirectTo('/to')
  const dial = dialWith({ allow: ['127.0.0.1'], lookup: async () => [{ address: addresses.shift()!, family: 4 }] })
  const dialled = dial.fetch(`http://shop.example:${there.fake.port}/from`, init({ redirects: 3 }))
  await expect(dialled).rejects.toMatchObject(failing('refused'))
  expect(there.fake.seen.map(({ path }) => path)).toEqual(['/from'])
})

test('endless redirects are refused', async () => {
  redirectTo('/from')
  await expect(call('/from', { redirects: 3 })).rejects.toMatchObject(failing('refused'))
  expect(there.fake.seen).toHaveLength(4)
})

test('headers for one host are not sent to the next', async () => {
  redirectTo(`http://localhost:${there.fake.port}/to`)
  const headers = { Authorization: 'Bearer 1', Cookie: 'a=1', 'X-Key': '1', Accept: 'text/html' }
  await dialWith({ allow: ['127.0.0.1'] }).fetch(`${there.fake.url}/from`, init({ redirects: 1, headers }))
  const [first, second] = there.fake.seen.map((seen) => seen.headers)
  expect(first).toMatchObject({ authorization: 'Bearer 1', cookie: 'a=1', 'x-key': '1', accept: 'text/html' })
  expect(second).toMatchObject({ accept: 'text/html' })
  expect(Object.keys(second ?? {}).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'via'])
})
