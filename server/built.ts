import { existsSync } from 'node:fs'

/** The files by which visitors and the team begin. The build writes the rest with them. */
const entries = ['widget/loader.js', 'dashboard/index.html']

/** How to build what is missing; undefined if nothing is. */
export const howToBuild = (folder = new URL('../dist/', import.meta.url)): string | undefined =>
  entries.every((name) => existsSync(new URL(name, folder)))
    ? undefined
    : 'The dashboard and the widget are not built. Run `npm run build`, or start with `npm start`, which does.'
