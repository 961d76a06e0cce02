import { readOptions } from './options.ts'
import { isPublished } from './svc.ts'
import { placeWidget } from './widget.ts'

/** One widget per page, however often its script is included. */
function start(): void {
  if (isPublished()) return
  const options = readOptions()
  if (options) placeWidget(options)
  else console.warn('[Frontdesk]', 'The script tag needs data-site')
}

start()
