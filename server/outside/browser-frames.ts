/** A message of the DevTools protocol: the answer to one, or of what happened. */
export type Message = {
  id?: number
  sessionId?: string
  result?: Record<string, unknown>
  error?: { message: string }
}

/** No answer that is used comes near it. */
const longest = 64 * 1024 * 1024

/** Reads messages that end in a zero byte each, in whatever pieces they come; `spoiled` is called for what is none. */
export function createFrames(spoiled: () => void, hear: (message: Message) => void): (piece: Buffer) => void {
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
      if (message) hear(message)
      else spoiled()
    }
    open.push(piece.subarray(from))
    length += piece.length - from
    if (length > longest) spoiled()
  }
}

function readMessage(text: string): Message | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
