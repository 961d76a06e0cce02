import type { KeyboardEvent } from 'react'
import { isComposing } from '../../../../../shared/composing.ts'
import { resumeLetters } from '../../../keys/caret.ts'
import { enterSends } from '../../../keys/enter-sends.ts'
import { useWords } from '../../../words/words.tsx'
import type { Writing } from './writing.ts'

/** The text field. It grows to eight lines. While suggestions are shown, some keys belong to them. */
export function Field({ writing, listId }: { writing: Writing; listId: string }) {
  const words = useWords().composer
  const { text, mode, suggestions } = writing
  const isNote = mode === 'note'
  const marked = suggestions && suggestions.list.length > 0 ? `${listId}-${suggestions.at}` : undefined
  return (
    <textarea
      ref={writing.field}
      value={text}
      rows={2}
      dir="auto"
      aria-label={isNote ? words.noteFor : words.replyTo}
      placeholder={isNote ? words.noteFor : words.replyHint}
      aria-autocomplete="list"
      aria-controls={marked && listId}
      aria-activedescendant={marked}
      onChange={({ target }) => writing.write(target.value, target.selectionStart)}
      onSelect={({ currentTarget }) => writing.setCaret(currentTarget.selectionStart)}
      onBlur={writing.left}
      onKeyDown={(event) => {
        if (handleKey(event, writing)) {
          event.preventDefault()
          event.stopPropagation()
        }
      }}
    />
  )
}

/** Escape leaves the box on purpose, so that shortcuts work at once. */
function leave(field: HTMLTextAreaElement): void {
  field.blur()
  resumeLetters()
}

/** Whether the key was handled. */
function handleKey(event: KeyboardEvent<HTMLTextAreaElement>, writing: Writing): boolean {
  const { suggestions, move, choose, dismiss, submit } = writing
  const { key, nativeEvent, currentTarget } = event
  const isHeld = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
  if (isComposing(nativeEvent) || isHeld) return false
  const marked = suggestions?.list[suggestions.at]
  if (suggestions && key === 'Escape') dismiss()
  else if (marked && key === 'ArrowDown') move(1)
  else if (marked && key === 'ArrowUp') move(-1)
  else if (marked && (key === 'Enter' || key === 'Tab')) choose(marked)
  else if (key === 'Escape' && writing.onEscape.current) writing.onEscape.current()
  else if (key === 'Escape') leave(currentTarget)
  else if (key === 'Enter' && enterSends.get()) submit(false)
  else return false
  return true
}
