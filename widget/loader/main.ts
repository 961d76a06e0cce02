import { readOptions } from './options.ts'
import { isPublished } from './svc.ts'
import { placeWidget } from './widget.ts'

/** One widget a page, however often its script is put there. */
function start(): void {
  if (isPublished()) return
  const options = readOptions()
  if (options) placeWidget(options)
  else console.warn('[Frontdesk]', 'The script tag needs data-site')
}

start()
