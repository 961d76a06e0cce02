import { z } from 'zod'
import { ask, examineServer, type Fetch } from './examine.ts'
import { outsideAddress } from './guard.ts'

export type Update = { version: string; url: string | undefined }

/** What lies at the update address, where one is set. */
const Release = z.object({ version: z.string().max(40), url: z.string().max(2000).optional() })

/**
 * A newer app than this one: as the update address tells, else as the server is newer, which comes from the same release.
 * It is shown, and never fetched or installed by the app itself. @returns undefined where there is none, or nobody answers
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
  const answer = await ask(fetch, feed)
  const release = 'json' in answer ? Release.safeParse(answer.json) : undefined
  if (!release?.success) return undefined
  return { version: release.data.version, url: outsideAddress(release.data.url ?? '') }
}

/** Compares releases such as 1.10.0 by their numbers. */
export function isNewer(one: string, other: string): boolean {
  const numbers = (text: string) => text.split(/[.-]/).map((part) => Number.parseInt(part, 10) || 0)
  const [a, b] = [numbers(one), numbers(other)]
  const at = a.findIndex((part, place) => part !== (b[place] ?? 0))
  return at >= 0 && (a[at] as number) > (b[at] ?? 0)
}
