import { withoutHiddenParts } from './hidden-parts.ts'
import { withoutImages } from './images-out.ts'
import { withoutTags } from './tags-out.ts'
import { chain, characterStage, type Stage } from './text-stage.ts'

const isControl = (character: string) => /[^\P{Cc}\n\t]/u.test(character)

const withoutControls = (): Stage =>
  characterStage(
    (character) => (isControl(character) ? '' : character),
    () => '',
  )

/**
 * Begins and ends with no white space, holds whole characters only, and never `![`, whatever was cut out around it.
 * White space and half a character are held back until what follows is known.
 */
function tidied(): Stage {
  let blank = ''
  let half = ''
  let last = ''
  const put = (character: string): string => {
    if (/^\s$/.test(character)) {
      if (last !== '') blank += character
      return ''
    }
    const gap = last === '!' && blank === '' && character === '[' ? ' ' : blank
    blank = ''
    last = character
    return gap + character
  }
  const take = (unit: string): string => {
    const before = half
    half = ''
    if (before !== '' && /[\udc00-\udfff]/.test(unit)) return put(before + unit)
    const broken = before === '' ? '' : put(before.toWellFormed())
    if (/[\ud800-\udbff]/.test(unit)) {
      half = unit
      return broken
    }
    return broken + put(unit.toWellFormed())
  }
  return characterStage(take, () => '')
}

/** What a model writes, as a visitor may read it: Markdown without images, without tags that act, without its thinking. */
export const replyText = (guard?: Stage): Stage =>
  chain(withoutControls(), withoutHiddenParts(), withoutImages(), withoutTags(), ...(guard ? [guard] : []), tidied())

/** The same for a text that is there as a whole. */
export function cleanReply(text: string): string {
  const stage = replyText()
  return stage.push(text) + stage.end()
}
