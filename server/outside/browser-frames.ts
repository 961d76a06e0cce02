/** A message of the DevTools protocol: a response or an event. */
export type Message = {
  id?: number
  sessionId?: string
  result?: Record<string, unknown>
  error?: { message: string }
}

/** Larger than any response that is used. */
const maxBytes = 64 * 1024 * 1024

/** Parses zero-terminated messages from chunks of any size. `spoiled` is called for an invalid message. */
export function createFrames(onInvalid: () => void, onMessage: (message: Message) => void): (piece: Buffer) => void {
  let open: Buffer[] = []
  let length = 0
  return (piece) => {
    let from = 0
    for (let end = piece.indexOf(0); end >= 0; end = piece.indexOf(0, from)) {
      const text = Buffer.concat([...open, piece.subarray(from, end)]).toString('utf8')
      from = end + 1
      open = []
      length = 0
      const message = readMessage(text)
      if (message) onMessage(message)
      else onInvalid()
    }
    open.push(piece.subarray(from))
    length += piece.length - from
    if (length > maxBytes) onInvalid()
  }
}

function readMessage(text: string): Message | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
