import { Readability } from '@mozilla/readability'
import { removeAsides, removeBoilerplate, removeMenus } from './boilerplate.ts'
import { type Document, type Element, lengthOf, oneLine, textBlocks } from './element.ts'
import { isArticle as isArticleType } from './json-ld.ts'
import { type LookRule, writeLooks } from './looks.ts'

/**
 * If the detected article has less than this share of the page's text without links, it is only one part of the page,
 * as on help pages, price lists and home pages.
 */
const minShare = 0.6
/** The lower limit for a page that declares itself an article, whatever surrounds it. */
const minShareOfDeclared = 0.15

/** Readability is unreliable for shorter pages, in characters. */
const minCharacters = 500

/** Marks first-level headings, which Readability turns into second-level ones. */
export const topMark = 'data-top'

/**
 * The element with a page's main text, without boilerplate: an article, or the whole page.
 *
 * @param types the schema.org types of the page's data
 * @param rules how the page's style sheets set text off
 */
export function findMain(parse: () => Document, types: readonly string[], rules: readonly LookRule[]): Element {
  const document = parse()
  const minArticleShare = declaresArticle(document, types) ? minShareOfDeclared : minShare
  removeBoilerplate(document.body)
  writeLooks(document, rules)
  removeAsides(document.body, 'page')
  const place = placeOf(document.body)
  const said = textBlocks(place).filter(({ text, linked }) => linked < text.length / 2)
  for (const heading of document.querySelectorAll('h1')) heading.setAttribute(topMark, '')
  const article = lengthOf(place) < minCharacters ? undefined : findArticle(document)
  const isArticle = article && shareOf(article, said) >= minArticleShare
  const main = isArticle ? article : findWhole(parse(), rules)
  removeAsides(main, isArticle ? 'article' : 'page')
  return main
}

/**
 * Whether a page's metadata declares an article. Ignores `og:type`, because WordPress sets `article` on every page
 * except the home page.
 */
function declaresArticle(document: Document, types: readonly string[]): boolean {
  if (types.some(isArticleType) || document.querySelector('meta[property="article:published_time"]')) return true
  const marked = [...document.querySelectorAll('[itemtype*="schema.org/"]')]
  return marked.some((element) => isArticleType(element.getAttribute('itemtype')?.split('/').at(-1) ?? ''))
}

/** Uses Readability, the reader view of Firefox. It modifies the tree, which cannot be used afterwards. */
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

function findWhole(document: Document, rules: readonly LookRule[]): Element {
  removeBoilerplate(document.body)
  writeLooks(document, rules)
  const place = placeOf(document.body)
  // If the page does not mark its main element, menus are part of the text.
  if (place === document.body) removeMenus(place)
  return place
}

/** The main element that the page declares, unless it is nearly empty. */
function placeOf(body: Element): Element {
  const [main, ...others] = body.querySelectorAll('main, [role="main"]')
  return main && others.length === 0 && lengthOf(main) > 50 ? main : body
}
