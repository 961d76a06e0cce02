import type { Discovered } from '../../../../shared/crawl.ts'

export type FoundPage = Discovered['urls'][number]

/** Pages of one category, as most websites are divided; an empty name is the top level. */
export type Group = { name: string; pages: FoundPage[] }

/** What was found, by category: the top level first, then the largest. */
export function groupPages(found: readonly FoundPage[]): Group[] {
  const groups = new Map<string, FoundPage[]>()
  for (const page of found) {
    const name = page.category ?? ''
    const pages = groups.get(name)
    if (pages) pages.push(page)
    else groups.set(name, [page])
  }
  return [...groups]
    .map(([name, pages]) => ({ name, pages }))
    .sort((a, b) => Number(b.name === '') - Number(a.name === '') || b.pages.length - a.pages.length)
}

export type Line = { kind: 'group'; group: Group } | { kind: 'page'; page: FoundPage }

/** What is to be seen of the groups: their heads, and the pages of those that are open. Whoever searches sees what fits. */
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

/** What has to be told to the server: the pages whose choice is another than it knows. */
export function changesOf(found: readonly FoundPage[], chosen: ReadonlySet<string>) {
  const other = found.filter(({ url, selected }) => selected !== chosen.has(url)).map(({ url }) => url)
  return { taken: other.filter((url) => chosen.has(url)), left: other.filter((url) => !chosen.has(url)) }
}

/** The path of an address, as people know pages: /services/repair */
export function pathOfPage(url: string): string {
  const { pathname, search } = new URL(url)
  try {
    return decodeURI(pathname) + search
  } catch {
    return pathname + search
  }
}
