import { Readability } from '@mozilla/readability'
import { type Document, type Element, lengthOf, oneLine, textBlocks } from './element.ts'
import { removeAsides, removeFurniture, removeMenus } from './furniture.ts'
import { isArticle as isArticleType, typesIn } from './json-ld.ts'

/**
 * Less than this share of what a page says, without its links, and the article that was found is but one of its parts:
 * help pages, price lists and home pages are of many.
 */
const leastShare = 0.6
/** A page that declares itself an article is one, however much teasers, comments and other texts say around it. */
const leastShareOfDeclared = 0.15

/** The finder of articles makes little of a page that has less text, in characters. */
const shortest = 500

/** On a first heading, as the finder of articles turns them into second ones. */
export const topMark = 'data-top'

/** Where a page's main text is, with all that does not belong to it taken away: an article, or whatever the page holds. */
export function findMain(parse: () => Document): Element {
  const document = parse()
  const least = declaresArticle(document) ? leastShareOfDeclared : leastShare
  removeFurniture(document.body)
  removeAsides(document.body, 'page')
  const place = placeOf(document.body)
  const said = textBlocks(place).filter(({ text, linked }) => linked < text.length / 2)
  for (const heading of document.querySelectorAll('h1')) heading.setAttribute(topMark, '')
  const article = lengthOf(place) < shortest ? undefined : findArticle(document)
  const isArticle = article && shareOf(article, said) >= least
  const main = isArticle ? article : findWhole(parse())
  removeAsides(main, isArticle ? 'article' : 'page')
  return main
}

/**
 * Whether a page says for machines that it is an article. `og:type` is not asked: programs such as WordPress say `article` there
 * of every page that is not the home page.
 */
function declaresArticle(document: Document): boolean {
  if (document.querySelector('meta[property="article:published_time"]')) return true
  const marked = [...document.querySelectorAll('[itemtype*="schema.org/"]')]
  if (marked.some((element) => isArticleType(element.getAttribute('itemtype')?.split('/').at(-1) ?? ''))) return true
  const scripts = [...document.querySelectorAll('script[type="application/ld+json"]')]
  return typesIn(scripts.map(({ textContent }) => textContent ?? '')).some(isArticleType)
}

/** As the reader view of Firefox finds it; the tree is not to be used afterwards. */
function findArticle(document: Document): Element | undefined {
  const options = { serializer: (node: unknown) => node as Element, keepClasses: true, disableJSONLD: true }
  return new Readability<Element>(document as never, options as never).parse()?.content ?? undefined
}

function shareOf(article: Element, said: { text: string }[]): number {
  const text = oneLine(article.textContent).replaceAll(' ', '')
  const isIn = (one: { text: string }) => text.includes(one.text.replaceAll(' ', ''))
  const sum = (some: { text: string }[]) => some.reduce((total, one) => total + one.text.length, 0)
  return sum(said.filter(isIn)) / Math.max(1, sum(said))
}

function findWhole(document: Document): Element {
  removeFurniture(document.body)
  const place = placeOf(document.body)
  // Without a place that the page names, menus are among the text.
  if (place === document.body) removeMenus(place)
  return place
}

/** The page's own statement of where its text is, where it is no mere hull. */
function placeOf(body: Element): Element {
  const [main, ...others] = body.querySelectorAll('main, [role="main"]')
  return main && others.length === 0 && lengthOf(main) > 50 ? main : body
}
