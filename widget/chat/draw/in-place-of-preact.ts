const files = { '': 'draw', '/hooks': 'hooks', '/jsx-runtime': 'jsx', '/jsx-dev-runtime': 'jsx' }

/** For the build: the chat is written for Preact, and drawn by the part of it that it needs, a third as large. */
export const inPlaceOfPreact = Object.entries(files).map(([path, file]) => ({
  find: new RegExp(`^preact${path}$`),
  replacement: decodeURIComponent(new URL(`${file}.ts`, import.meta.url).pathname),
}))
