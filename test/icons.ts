/** Draws the pictures of the desktop app from the product's mark, into desktop/public/icons: `node test/icons.ts`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openBrowser } from './support/browser.ts'

type Picture = { name: string; size: number; drawing: string }

const root = fileURLToPath(new URL('..', import.meta.url))
const mark = readFileSync(join(root, 'desktop/renderer/app/mark.svg'), 'utf8')
const [bell = ''] = /<path[^>]*\/>/.exec(mark) ?? []
const blue = /fill="(#\w+)"/.exec(mark)?.[1]

const svg = (drawing: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${drawing}</svg>`
const plate = (from: number) => {
  const size = 32 - 2 * from
  return `<rect x="${from}" y="${from}" width="${size}" height="${size}" rx="${size / 4}" fill="${blue}"/>`
}
const dot = (fill: string) => `<circle cx="25" cy="7" r="7" fill="${fill}"/>`
/** Somebody waits: a dot whose edge is cut out of the drawing below. */
const waiting = (drawing: string, fill: string) =>
  svg(
    `<mask id="m"><rect width="32" height="32" fill="#fff"/><circle cx="25" cy="7" r="9" fill="#000"/></mask>` +
      `<g mask="url(#m)">${drawing}</g>${dot(fill)}`,
  )
const amber = '#e8850c'
const own = plate(0) + bell
/** macOS colours it itself: black and transparent. */
const template = `<g transform="translate(-4.8 -4.5) scale(1.3)">${bell.replace('#fff', '#000')}</g>`

const pictures: Picture[] = [
  { name: 'icon.png', size: 1024, drawing: svg(`${plate(3)}<g transform="translate(3 3) scale(0.8125)">${bell}</g>`) },
  ...scaled('tray', 24, svg(own)),
  ...scaled('tray-waiting', 24, waiting(own, amber)),
  ...scaled('trayTemplate', 16, svg(template)),
  ...scaled('tray-waitingTemplate', 16, waiting(template, '#000')),
  ...scaled('overlay', 16, svg(`<circle cx="16" cy="16" r="14" fill="${amber}"/>`)),
]

function scaled(name: string, size: number, drawing: string): Picture[] {
  return [
    { name: `${name}.png`, size, drawing },
    { name: `${name}@2x.png`, size: size * 2, drawing },
  ]
}

await using opened = await openBrowser()
for (const { name, size, drawing } of pictures) {
  await opened.page.setViewportSize({ width: size, height: size })
  await opened.page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${drawing}`)
  await opened.page.screenshot({ path: join(root, 'desktop/public/icons', name), omitBackground: true })
}
