import type { Page } from 'playwright-core'

/** Presses keys like a person at the keyboard, and counts them. */
export type Keys = {
  /** Presses these keys one after the other, such as `Control+k`. Each counts as one. */
  press(...keys: string[]): Promise<void>
  /** Types a text; each character counts as one. */
  type(text: string): Promise<void>
  /** The number of keystrokes since the last call. */
  count(): number
}

export function countKeys({ keyboard }: Page): Keys {
  let count = 0
  return {
    async press(...keys) {
      for (const key of keys) await keyboard.press(key)
      count += keys.length
    },
    async type(text) {
      await keyboard.type(text)
      count += [...text].length
    },
    count() {
      const counted = count
      count = 0
      return counted
    },
  }
}

/** What has the caret: its accessible name or its row, with its kind; `body` if nothing has. */
export const caretOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return 'body'
    const label = element.getAttribute('data-row') ?? element.getAttribute('aria-label')
    const labelled = element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement
    return `${element.localName} ${label ?? (labelled ? (element.labels?.[0]?.textContent ?? '') : '')}`.trim()
  })
