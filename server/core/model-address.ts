/** The address of a model server and the headers to send to it. */
export type ModelAddress = { url: URL; user: string; password: string }

/**
 * Parses the address of a model server from `OLLAMA_HOST` or `ai.baseUrl`: a URL, `host:port`, `host` or `:port`.
 * Undefined if it is invalid.
 * @param port used if the address has neither a protocol nor a port
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

/** Whether the text is valid for `OLLAMA_HOST`. */
export const isModelAddress = (address: string): boolean => readModelAddress(address, 1) !== undefined
