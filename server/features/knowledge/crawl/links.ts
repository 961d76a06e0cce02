import type { CheckedLink, LinkRules, Links } from '../../../core/reader.ts'
import { isOfSite, isTrap, isUseful, toAddress } from './address.ts'
import { createBudget, type Glob, readGlob, type WorkBudget } from './glob.ts'
import { isAllowed } from './robots.ts'

/** The maximum number of comparisons for one URL, and for all URLs of one call. Normal websites need a tenth. */
export const maxWorkOfLink = 500_000
const maxWork = 100_000_000

/**
 * Selects links of a page or sitemap: pages of the website, without duplicates, allowed by robots.txt and the site's
 * globs. Cheap checks come first. URLs that cost too much to check are rejected.
 */
export function checkLinks(
  { links, base }: Links,
  rules: LinkRules,
  whole: WorkBudget = createBudget(maxWork),
): { checked: CheckedLink[]; isCut: boolean } {
  const isIncluded = createFilter(rules)
  const checked = new Map<string, CheckedLink>()
  for (const link of links) {
    if (!whole.spend(0)) break
    const url = toAddress(link, base)
    if (url === undefined || checked.has(url)) continue
    if (!rules.isChosen && (!isOfSite(url, rules.website) || isTrap(url, rules.year))) continue
    const budget = createBudget(maxWorkOfLink, whole)
    const allowed = isAllowed(rules.robots, url, budget)
    const isWanted = allowed && (rules.isChosen || isUseful(url)) && isIncluded(url, budget)
    checked.set(url, { url, isAllowed: allowed, isWanted })
  }
  return { checked: [...checked.values()], isCut: !whole.spend(0) }
}

/** Whether the globs accept a path: it matches one of `include`, if there are any, and none of `exclude`. */
export function createFilter({ include, exclude }: Pick<LinkRules, 'include' | 'exclude'>) {
  const [wanted, unwanted] = [include.map(readGlob), exclude.map(readGlob)]
  return (address: string, budget: WorkBudget): boolean => {
    const { pathname } = new URL(address)
    const bare = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname
    const paths = bare === pathname ? [pathname] : [pathname, bare]
    const isOne = (globs: Glob[]) => globs.some((matches) => paths.some((path) => matches(path, budget)))
    const isIn = (wanted.length === 0 || isOne(wanted)) && !isOne(unwanted)
    // Once the budget is spent, no glob matches, not even the excluding ones, so the URL is rejected.
    return isIn && budget.spend(0)
  }
}
