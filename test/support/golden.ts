import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'

const folder = fileURLToPath(new URL('../fixtures/', import.meta.url))

/** Whether to rewrite the stored texts: `UPDATE=1 npm test -- …`. */
export const isUpdate = process.env.UPDATE === '1'

const look = 40
/** A state that is unchanged for this long counts as final, in milliseconds. */
const calm = isUpdate ? 600 : 1_200
const longest = 30_000

/**
 * Compares a text, or what `read` returns, with a file below `test/fixtures`. Reads again as long as it may still
 * change.
 * @param path such as `screens/inbox.yml`
 * @param isBusy whether work is still in progress
 */
export async function expectKept(
  path: string,
  read: string | (() => Promise<string>),
  isBusy: () => boolean = () => false,
): Promise<void> {
  const file = `${folder}${path}`
  const kept = !isUpdate && existsSync(file) ? readFileSync(file, 'utf8') : undefined
  const begun = performance.now()
  let text = typeof read === 'string' ? read : await read()
  for (let since = begun; typeof read === 'function' && text !== kept; ) {
    const now = performance.now()
    if ((now - since > calm && !isBusy()) || now - begun > longest) break
    await new Promise((resolve) => setTimeout(resolve, look))
    const next = await read()
    if (next !== text || isBusy()) since = performance.now()
    text = next
  }
  if (isUpdate) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  } else expect(text, `test/fixtures/${path} says otherwise; UPDATE=1 writes it again`).toBe(kept ?? '')
}
