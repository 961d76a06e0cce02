import { z } from 'zod'
import { examineServer, type Fetch, fetchJson } from './examine.ts'
import { externalUrl } from './guard.ts'

export type Update = { version: string; url: string | undefined }

/** The JSON at the update URL, if one is set. */
const Release = z.object({ version: z.string().max(40), url: z.string().max(2000).optional() })

/**
 * A newer version of the app, from the update URL or, because both come from the same release, the server's version. It
 * is only shown, never downloaded or installed. @returns undefined if there is none, or no response
 */
export async function findUpdate(
  fetch: Fetch,
  { own, feed, server }: { own: string; feed: string | undefined; server: string | null },
): Promise<Update | undefined> {
  const latest = feed === undefined ? await fromServer(fetch, server) : await fromFeed(fetch, feed)
  return latest && isNewer(latest.version, own) ? latest : undefined
}

async function fromServer(fetch: Fetch, server: string | null): Promise<Update | undefined> {
  const examined = server === null ? undefined : await examineServer(fetch, server)
  return examined && 'version' in examined ? { version: examined.version, url: undefined } : undefined
}

async function fromFeed(fetch: Fetch, feed: string): Promise<Update | undefined> {
  const answer = await fetchJson(fetch, feed)
  const release = 'json' in answer ? Release.safeParse(answer.json) : undefined
  if (!release?.success) return undefined
  return { version: release.data.version, url: externalUrl(release.data.url ?? '') }
}

/** Compares versions such as 1.10.0 by their numbers. */
export function isNewer(one: string, other: string): boolean {
  const numbers = (text: string) => text.split(/[.-]/).map((part) => Number.parseInt(part, 10) || 0)
  const [a, b] = [numbers(one), numbers(other)]
  const at = a.findIndex((part, place) => part !== (b[place] ?? 0))
  return at >= 0 && (a[at] as number) > (b[at] ?? 0)
}
