/** Where the widget is shown, and how visitors are verified. */
export const website = {
  snippet: 'Snippet',
  snippetHint: 'Add this line to every page that should show the chat, just before </body>.',
  tag: 'Script tag',
  attributes: 'Optional attributes of the tag',
  attribute: {
    'data-open': 'The chat is open at once.',
    'data-fill': 'The chat fills the page or frame, without the button.',
    'data-theme': 'light, dark or auto: overrides the setting under “Look”.',
    'data-lang': 'The language of the chat, such as nl. Otherwise that of the page.',
    'data-api': 'The address of this server, if the file is served elsewhere.',
  },
  origins: 'Website and origins',
  originsHint: 'Pages of other origins cannot chat.',
  website: 'Address of the website',
  websiteHint: 'Where the check below looks, and where the knowledge comes from.',
  allowed: 'Allowed origins',
  origin: 'Origin',
  addOrigin: 'Add an origin',
  noOrigins: 'None yet: the chat works only on this server’s own pages.',
  originHint: 'Protocol and name without a path. https://*.example.com is every name below example.com, not itself.',
  missing: (origin: string) => `${origin} is not allowed yet: the chat does not show there.`,
  allow: (origin: string) => `Allow ${origin}`,
}

/** The secret with which a site's own server verifies visitors. */
export const identity = {
  title: 'Signed-in visitors',
  intro:
    'Your server can vouch for a visitor who is signed in with you: it signs a token with this secret, and the page hands it to Svc.identify.',
  secret: 'Identity secret',
  none: 'No secret yet, so identities given by pages are unverified.',
  isMade: 'A secret is in use. It was shown once, and cannot be shown again.',
  inFile: 'The secret is set in the configuration file.',
  copyNow: 'Copy the secret now: it is not shown again.',
  howTo: 'Keep it on your server. Anyone who has it can impersonate visitors in your chat.',
  make: 'Make a secret',
  rotate: 'Make a new secret',
  rotateNow: 'Make a new one now',
  warning:
    'The secret in use stops working at once, and so do the tokens signed with it: visitors count as unknown until your server signs with the new one.',
  notMade: (why: string) => `No secret was made. ${why}`,
}

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

/** The widget's own texts. */
export const texts = {
  title: 'What the widget says',
  intro:
    'The widget uses the visitor’s language. Texts set here are used in every language. {…} is replaced by a value.',
  changed: (count: number) => (count === 0 ? 'None is changed' : `${count} changed`),
}
