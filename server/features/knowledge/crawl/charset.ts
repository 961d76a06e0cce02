/** The names that pages give to what they are written in, as far into them as browsers look. */
const lookedAt = 1024
const declared = /<meta[^>]+charset\s*=\s*["']?\s*([\w:.-]+)/i
const ofXml = /^<\?xml[^>]+encoding\s*=\s*["']([\w:.-]+)["']/i

/**
 * Reads bytes as text as a browser does: by the mark at their beginning, what the server says, what the page says, and else
 * as UTF-8 where they are that, or as Western European.
 */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, lookedAt))
  const said = contentType.match(/charset\s*=\s*["']?([\w:.-]+)/i)?.[1]
  const name = markOf(bytes) ?? known(said) ?? known(ofXml.exec(head)?.[1]) ?? known(declared.exec(head)?.[1])
  if (name) return new TextDecoder(name).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function markOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : undefined
}

function known(name: string | undefined): string | undefined {
  try {
    // A page that says in ASCII that it is UTF-16 is not.
    return name === undefined || /^utf-?16/i.test(name) ? undefined : new TextDecoder(name).encoding
  } catch {
    return undefined
  }
}
