import type { Discovered } from '../../../../shared/crawl.ts'

export type FoundPage = Discovered['urls'][number]

/** Pages of one category, the first part of their paths. An empty name is the top level. */
export type Group = { name: string; pages: FoundPage[] }

/** Groups pages by category: the top level first, then the largest. A group needs two pages. */
export function groupPages(found: readonly FoundPage[]): Group[] {
  const counts = new Map<string, number>()
  for (const { category } of found) if (category) counts.set(category, (counts.get(category) ?? 0) + 1)
  const groups = new Map<string, FoundPage[]>()
  for (const page of found) {
    const name = page.category && counts.get(page.category) !== 1 ? page.category : ''
    const pages = groups.get(name)
    if (pages) pages.push(page)
    else groups.set(name, [page])
  }
  return [...groups]
    .map(([name, pages]) => ({ name, pages }))
    .sort((a, b) => Number(b.name === '') - Number(a.name === '') || b.pages.length - a.pages.length)
}

export type Line = { kind: 'group'; group: Group } | { kind: 'page'; page: FoundPage }

/** The visible rows of the groups: headers, and the pages of open groups. A search shows its matches. */
export function linesOf(groups: readonly Group[], open: ReadonlySet<string>, wanted: string): Line[] {
  const words = wanted.trim().toLowerCase()
  return groups.flatMap((group): Line[] => {
    const fitting = words === '' ? group.pages : group.pages.filter((page) => holds(page, words))
    if (fitting.length === 0) return []
    const pages = words !== '' || open.has(group.name) ? fitting : []
    return [
      { kind: 'group', group: { ...group, pages: fitting } },
      ...pages.map((page) => ({ kind: 'page' as const, page })),
    ]
  })
}

const holds = ({ url, title }: FoundPage, words: string) => `${url} ${title ?? ''}`.toLowerCase().includes(words)

/** The changes to send: pages whose selection differs from the server's. */
export function changesOf(found: readonly FoundPage[], chosen: ReadonlySet<string>) {
  const other = found.filter(({ url, selected }) => selected !== chosen.has(url)).map(({ url }) => url)
  return { taken: other.filter((url) => chosen.has(url)), left: other.filter((url) => !chosen.has(url)) }
}

/** The path of a URL, as people know pages: /services/repair */
export function pathOfPage(url: string): string {
  const { pathname, search } = new URL(url)
  try {
    return decodeURI(pathname) + search
  } catch {
    return pathname + search
  }
}
