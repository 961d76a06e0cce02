/** The check whether the snippet is on a page. */
export const install = {
  title: 'Check',
  intro: 'Fetches the page, and looks for the snippet on it.',
  page: 'Page to look at',
  check: 'Check',
  checking: 'Checking',
  works: (url: string) => `The snippet is on ${url}, and visitors can chat there.`,
  blocked: (url: string) => `The snippet is on ${url}, but visitors cannot chat there yet.`,
  missing: (url: string) => `The snippet is not on ${url}.`,
  away: (url: string) => `${url} cannot be fetched.`,
  failed: (why: string) => `Nothing was checked. ${why}`,
}

/** The words of the widget. */
export const texts = {
  title: 'What the widget says',
  intro:
    'The widget speaks the visitor’s language by itself. A text that is set here is said as it is, whatever the language; {…} stands for a value.',
  changed: (count: number) => (count === 0 ? 'None is changed' : `${count} changed`),
}
