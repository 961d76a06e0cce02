/** Whether a note mentions a person with @ and their email or full name. */
export function namesIn(text: string, { email, name }: { email: string; name: string | null }): boolean {
  const written = text.toLowerCase()
  return [email, name ?? ''].some((one) => one !== '' && hasName(written, `@${one.toLowerCase()}`))
}

/**
 * Matches whole names only: @anna does not mention @ann, and ann@example.community does not mention ann@example.com.
 */
function hasName(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const before = text.slice(0, at).at(-1) ?? ' '
    const after = text.slice(at + name.length)
    if (/[\s\p{P}]/u.test(before) && /^(?:$|[\s,;:!?)]|\.(?:$|\s))/u.test(after)) return true
  }
  return false
}
