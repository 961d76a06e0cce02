/**
 * Replaces a part of a text field as if it was typed, so that Ctrl+Z restores it, and puts the caret behind it.
 * `insertText` is the only way that keeps the browser's history.
 */
export function insertText(field: HTMLTextAreaElement | null, text: string, from: number, to: number): void {
  if (!field) return
  field.focus()
  field.setSelectionRange(from, to)
  document.execCommand('insertText', false, text)
}
