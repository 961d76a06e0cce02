/** The address of a model server, and who asks there. */
export type ModelAddress = { url: URL; user: string; password: string }

/**
 * Reads the address of a model server as `OLLAMA_HOST` and `ai.baseUrl` give it: a URL, `host:port`, `host` or `:port`.
 * Undefined where it is none.
 * @param port of an address that names neither protocol nor port
 */
export function readModelAddress(address: string, port: number): ModelAddress | undefined {
  const complete = address.includes('://')
  const named = address.startsWith(':') ? `127.0.0.1${address}` : address
  const text = complete ? address : `http://${named}`
  if (!URL.canParse(text) || !/^https?:/i.test(text)) return undefined
  const url = new URL(text)
  if (!complete && url.port === '' && !/:80$/.test(named)) url.port = String(port)
  try {
    return { url, user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) }
  } catch {
    return undefined
  }
}

/** Whether `OLLAMA_HOST` may say this. */
export const isModelAddress = (address: string): boolean => readModelAddress(address, 1) !== undefined
