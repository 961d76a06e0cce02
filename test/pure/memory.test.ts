import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The default, 16 MB for each thread, fills with garbage before it is collected. */
const flag = '--max-semi-space-size=4'

test.each([
  ['npm start', 'package.json', /(?:exec|\|\|) node (.*?)server\/main\.ts/g, 2],
  ['the Docker image', 'Dockerfile', /^CMD \["node", (.*?)"server\/main\.ts"\]$/gm, 1],
  ['systemd', 'deploy/frontdesk.service', /^ExecStart=\S+\/node (.*?)server\/main\.ts$/gm, 1],
])('%s starts the server with a small young generation', (_, file, command, count) => {
  const flags = [...readFileSync(file, 'utf8').matchAll(command)].map(([, given]) => given)
  expect(flags).toEqual(Array.from({ length: count }, () => expect.stringContaining(flag)))
})
