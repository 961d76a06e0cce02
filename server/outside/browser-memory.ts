import { readFile } from 'node:fs/promises'
import type { Browser } from './browser.ts'

/** How much memory the processes of a browser hold together, in MB; 0 where the machine does not say (only Linux does). */
export async function memoryOf(browser: Browser): Promise<number> {
  if (process.platform !== 'linux') return 0
  const { processInfo } = (await browser.send('SystemInfo.getProcessInfo')) as { processInfo: { id: number }[] }
  const sizes = await Promise.all(processInfo.map(({ id }) => sizeOf(id)))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function sizeOf(id: number): Promise<number> {
  // One that ended meanwhile holds nothing.
  const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '')
  const [, own = '0'] = /^RssAnon:\s+(\d+) kB/m.exec(status) ?? []
  return Number(own) / 1024
}
