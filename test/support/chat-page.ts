import type { Page } from 'playwright-core'

/** The demo's chat page, as its visitor finds things: by what they are called. */
export const log = (page: Page) => page.getByRole('log', { name: 'Conversation' })
export const box = (page: Page) => page.getByRole('textbox', { name: 'Your question' })
export const articles = (page: Page) => log(page).getByRole('article')

export async function ask(page: Page, text: string): Promise<void> {
  await box(page).fill(text)
  await box(page).press('Enter')
}

/** Until the reply is there, and the next message can be sent. A form in the conversation has a button of this name too. */
export const answered = (page: Page) =>
  page.getByRole('form', { name: 'Your message' }).getByRole('button', { name: 'Send', exact: true }).waitFor()

/** Whether a text of the conversation can be seen without scrolling. */
export const isInSight = (page: Page, text: string): Promise<boolean> =>
  log(page)
    .getByText(text)
    .evaluate((found) => {
      const [seen, frame] = [found, found.closest('[role=log]')!].map((one) => one.getBoundingClientRect())
      return seen!.top >= frame!.top && seen!.bottom <= frame!.bottom
    })

/** What a screen reader would call what has the focus. */
export const focused = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const at = document.activeElement
    return (at as HTMLInputElement | null)?.labels?.[0]?.textContent ?? at?.textContent?.trim()
  })

/**
 * Goes on from control to control until one of this name has the focus.
 * @throws when the keyboard does not lead there
 */
export async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  for (let count = 0; count < 60; count++) {
    await page.keyboard.press(key)
    if ((await focused(page)) === name) return
  }
  throw new Error(`${name} cannot be reached by keyboard`)
}
