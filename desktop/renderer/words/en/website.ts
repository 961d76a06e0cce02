/** Where the widget stands, and who vouches for visitors. */
export const website = {
  snippet: 'Snippet',
  snippetHint: 'Put this line on every page that shall have the chat, just before </body>.',
  tag: 'Script tag',
  attributes: 'What else the tag may say',
  attribute: {
    'data-open': 'The chat is open at once.',
    'data-fill': 'The chat fills the page or frame, without the button.',
    'data-theme': 'light, dark or auto: goes before what is set under “Look”.',
    'data-api': 'The address of this server, where the file comes from elsewhere.',
  },
  origins: 'Website and origins',
  originsHint: 'Pages of other origins cannot chat.',
  website: 'Address of the website',
  websiteHint: 'Where the check below looks, and where the knowledge comes from.',
  allowed: 'Allowed origins',
  origin: 'Origin',
  addOrigin: 'Add an origin',
  noOrigins: 'None yet: the chat works on this server’s own pages alone.',
  originHint: 'Protocol and name without a path. https://*.example.com is every name below example.com, not itself.',
  missing: (origin: string) => `${origin} is not allowed yet: the chat does not show there.`,
  allow: (origin: string) => `Allow ${origin}`,
}
