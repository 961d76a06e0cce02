import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { InlineConfig } from 'vite'

/** What is built for browsers: where its sources are, and the file that says when it was built last. */
type Target = { name: string; sources: string[]; made: string; config: InlineConfig }

const root = fileURLToPath(new URL('.', import.meta.url))

const targets: Target[] = [
  {
    name: 'dashboard',
    sources: ['desktop/renderer', 'shared', 'package-lock.json'],
    made: 'dist/dashboard/index.html',
    config: {
      root: join(root, 'desktop/renderer'),
      base: '/dashboard/',
      build: { outDir: join(root, 'dist/dashboard'), emptyOutDir: true, assetsDir: '.' },
    },
  },
  {
    name: 'docs',
    sources: ['desktop/docs', 'shared/tokens.css', 'package-lock.json'],
    made: 'dist/docs/index.html',
    config: {
      root: join(root, 'desktop/docs'),
      base: '/docs/',
      build: { outDir: join(root, 'dist/docs'), emptyOutDir: true, assetsDir: '.', chunkSizeWarningLimit: 5000 },
    },
  },
]

/** The time of the newest file at or below a path. */
function newest(path: string): number {
  const status = statSync(path)
  if (!status.isDirectory()) return status.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
}

function isStale({ sources, made }: Target): boolean {
  const file = join(root, made)
  return !existsSync(file) || sources.some((source) => newest(join(root, source)) > statSync(file).mtimeMs)
}

/** The tools are loaded only where there is something to build: an installation without them may still be up to date. */
async function buildAll(wanted: Target[]): Promise<void> {
  const [{ build }, { default: react }] = await Promise.all([import('vite'), import('@vitejs/plugin-react')])
  for (const { name, config } of wanted) {
    process.stderr.write(`building ${name}\n`)
    await build({ ...config, plugins: [react()], configFile: false, logLevel: 'warn' })
  }
}

// With --stale only what is older than its sources is built: what `npm start` does first.
const wanted = process.argv.includes('--stale') ? targets.filter(isStale) : targets
if (wanted.length > 0) await buildAll(wanted)
