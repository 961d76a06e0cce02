import { Tokenizer } from 'htmlparser2'

/** The attributes of a tag, by their names in small letters. */
export type Tag = Record<string, string>

const mostTags = 2_000
/** What stands in these is put on no page while scripts run. */
const unused = new Set(['noscript', 'template'])
const nothing = () => {}

/**
 * The script tags of a page that its browser would come by, so none of those in comments, in other scripts or in templates.
 * One pass over the text, whatever stands in it: nothing is built of it.
 */
export function readScriptTags(html: string): Tag[] {
  const tags: Tag[] = []
  let tag: Tag | undefined
  let name = ''
  let value = ''
  let hidden = 0
  const nameAt = (start: number, end: number) => html.slice(start, end).toLowerCase()
  const tokenizer: Tokenizer = new Tokenizer(
    { xmlMode: false, decodeEntities: true },
    {
      onopentagname(start, end) {
        const opened = nameAt(start, end)
        if (unused.has(opened)) hidden += 1
        tag = opened === 'script' && hidden === 0 && tags.length < mostTags ? Object.create(null) : undefined
      },
      onclosetag(start, end) {
        if (hidden > 0 && unused.has(nameAt(start, end))) hidden -= 1
      },
      onattribname(start, end) {
        name = nameAt(start, end)
        value = ''
      },
      onattribdata(start, end) {
        if (tag) value += html.slice(start, end)
      },
      onattribentity(codepoint) {
        if (tag) value += String.fromCodePoint(codepoint)
      },
      onattribend() {
        // Of two attributes of a name the first counts.
        if (tag) tag[name] ??= value
      },
      onopentagend: keep,
      onselfclosingtag: keep,
      oncdata: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onprocessinginstruction: nothing,
      ontext: nothing,
      ontextentity: nothing,
    },
  )
  function keep() {
    if (tag) tags.push(tag)
    tag = undefined
  }
  tokenizer.write(html)
  tokenizer.end()
  return tags
}
