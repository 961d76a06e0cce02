import { randomUUID } from 'node:crypto'
import { type FakeServer, sendJson, startFakeServer } from './fake-server.ts'

/** What the challenge does on a page: passes by itself, asks for a click, or fails. `missing`: no script. */
export type Turn = 'passes' | 'asks' | 'fails' | 'times out' | 'missing' | 'passes too late'

export type FakeTurnstile = FakeServer & {
  turn: Turn
  /** For the configuration file. */
  config: Record<string, unknown>
}

const keys = { siteKey: 'public "key"', secretKey: 'private-key' }

/** Cloudflare Turnstile: the script for pages, and the verification of a response, which is valid once. */
export async function startFakeTurnstile(): Promise<FakeTurnstile> {
  const good = new Set<string>()
  const server = await startFakeServer(({ path, json }, response) => {
    if (path.endsWith('/siteverify')) {
      const isGood = json.secret === keys.secretKey && good.delete(String(json.response))
      return sendJson(response, 200, { success: isGood, 'error-codes': isGood ? [] : ['timeout-or-duplicate'] })
    }
    if (turnstile.turn === 'missing') return sendJson(response, 404, {})
    const token = randomUUID()
    if (turnstile.turn !== 'passes too late') good.add(token)
    response.writeHead(200, { 'content-type': 'text/javascript' })
    response.end(`(${playApi})(${JSON.stringify([turnstile.turn, token, keys.siteKey])})`)
  })
  const turnstile: FakeTurnstile = {
    ...server,
    turn: 'passes',
    config: {
      turnstile: keys,
      providers: { turnstile: `${server.url}/turnstile/v0` },
      outbound: { allow: [`127.0.0.1:${server.port}`] },
    },
  }
  return turnstile
}

/** Runs on the page. */
function playApi([turn, token, siteKey]: [turn: Turn, token: string, siteKey: string]): void {
  type Options = Record<string, (given?: string) => void> & { sitekey: never }
  const render = (place: string, options: Options) => {
    if (options.sitekey !== siteKey) throw new Error('another key')
    const button = document.createElement('button')
    button.textContent = 'I am a person'
    button.onclick = () => options.callback?.(token)
    document.querySelector(place)?.append(button)
    if (turn.startsWith('passes')) options.callback?.(token)
    if (turn === 'fails') options['error-callback']?.('300010')
    if (turn === 'times out') options['timeout-callback']?.()
  }
  Object.assign(window, { turnstile: { render } })
}
