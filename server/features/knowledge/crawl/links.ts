import type { CheckedLink, LinkRules, Links } from '../../../core/reader.ts'
import { isOfSite, isTrap, isUseful, toAddress } from './address.ts'
import { type Glob, readGlob } from './glob.ts'
import { isAllowed } from './robots.ts'
import { createBudget, type WorkBudget } from './work-budget.ts'

/** Comparisons of one address with patterns, and of all that one call checks. Websites that mean well need a tenth. */
export const maxWorkOfLink = 500_000
const maxWork = 100_000_000

/**
 * Checks links of a page or a sitemap: which are addresses of pages of the website, each once, and what robots.txt and the
 * globs of the site say of them. The cheap checks come first. An address that costs too much is not wanted.
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

/** Whether a path is let in by the globs: one of `include`, where there are any, and none of `exclude`. */
export function createFilter({ include, exclude }: Pick<LinkRules, 'include' | 'exclude'>) {
  const [wanted, unwanted] = [include.map(readGlob), exclude.map(readGlob)]
  return (address: string, budget: WorkBudget): boolean => {
    const { pathname } = new URL(address)
    const bare = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname
    const paths = bare === pathname ? [pathname] : [pathname, bare]
    const isOne = (globs: Glob[]) => globs.some((matches) => paths.some((path) => matches(path, budget)))
    const isIn = (wanted.length === 0 || isOne(wanted)) && !isOne(unwanted)
    // Once the budget is spent nothing matches, the globs that keep an address out neither.
    return isIn && budget.spend(0)
  }
}
