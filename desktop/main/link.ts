import { ConversationId } from '../bridge.ts'

export const linkScheme = 'frontdesk'

/** The conversation that a `frontdesk://conversation/<id>` link names. Anything else, however like it, names none. */
export function readLink(link: string): ConversationId | undefined {
  // Some systems put a slash behind a host that they take it for.
  const id = /^frontdesk:\/\/conversation\/([^/]{1,64})\/?$/.exec(link)?.[1]
  const parsed = ConversationId.safeParse(id)
  return parsed.success ? parsed.data : undefined
}

/** The conversation of the last link among a program's arguments. */
export function findLink(argv: readonly string[]): ConversationId | undefined {
  return argv.map(readLink).findLast((id) => id !== undefined)
}
