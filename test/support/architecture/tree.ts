import { readdirSync, readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'

/** A file that is committed or will be. `path` is relative to the root of the project, with slashes. */
export type TreeFile = { path: string; text: string }

const BINARY = /\.(png|jpe?g|gif|webp|ico|woff2?|pdf|gz|zip|tar)$/

/** Every text file of the project, except those ignored by .gitignore and third-party code (`vendor`). */
export function readTree(): TreeFile[] {
  const ignored = readFileSync('.gitignore', 'utf8').split('\n').filter(Boolean)
  const isKept = (name: string) =>
    name !== '.git' && name !== 'vendor' && !ignored.some((line) => matchesGlob(name, line.replace(/\/$/, '')))
  const walk = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => isKept(entry.name))
      .flatMap((entry) => {
        const path = join(folder, entry.name).replaceAll('\\', '/')
        return entry.isDirectory() ? walk(path) : entry.isFile() && !BINARY.test(path) ? [path] : []
      })
  return walk('.').map((path) => ({ path, text: readFileSync(path, 'utf8') }))
}
