import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { InlineConfig, Plugin } from 'vite'

/** What is built: where its sources are, and the file that says when it was built last. */
type Target = { name: string; sources: string[]; made: string; config: InlineConfig }

const root = fileURLToPath(new URL('.', import.meta.url))

const widgetSources = ['widget/api.ts', 'widget/chat', 'widget/loader', 'shared/tokens.css', 'package-lock.json']

/** The oldest browsers whose styles the widget is written in: with `light-dark()` and nested rules. */
const widgetBrowsers = ['chrome123', 'safari17.5', 'firefox120']

const targets: Target[] = [
  {
    name: 'dashboard',
    sources: ['desktop/renderer', 'shared', 'widget/chat/words', 'package-lock.json'],
    made: 'dist/dashboard/index.html',
    config: {
      root: join(root, 'desktop/renderer'),
      base: '/dashboard/',
      build: { outDir: join(root, 'dist/dashboard'), emptyOutDir: true, assetsDir: '.' },
    },
  },
  {
    // A file of its own that imports none: browsers load a worker for itself, and by a name that stays.
    name: 'worker',
    sources: ['desktop/renderer/alerts', 'desktop/renderer/words', 'package-lock.json'],
    made: 'dist/worker/worker.js',
    config: {
      root: join(root, 'desktop/renderer/alerts'),
      build: {
        outDir: join(root, 'dist/worker'),
        emptyOutDir: true,
        rolldownOptions: {
          input: join(root, 'desktop/renderer/alerts/worker.ts'),
          output: { format: 'iife', entryFileNames: 'worker.js' },
        },
      },
    },
  },
  {
    name: 'widget chat',
    sources: widgetSources,
    made: 'dist/widget/loader.js',
    config: {
      root: join(root, 'widget'),
      base: './',
      publicDir: false,
      plugins: [pixels(), wornTokens(), plainImports()],
      build: {
        outDir: join(root, 'dist/widget'),
        emptyOutDir: true,
        target: 'es2022',
        cssTarget: widgetBrowsers,
        modulePreload: false,
        rolldownOptions: {
          input: { chat: join(root, 'widget/loader/later/take.ts') },
          preserveEntrySignatures: 'exports-only',
          output: {
            entryFileNames: '[name]-[hash:6].js',
            chunkFileNames: '[name]-[hash:6].js',
            codeSplitting: { groups: [{ name: 'window', test: isAtOnce }] },
            // Browsers that know this compile all of it while it arrives, and not when the page is to go on.
            postBanner: ({ name }) => (name === 'window' ? '//# allFunctionsCalledOnLoad' : ''),
          },
        },
      },
    },
  },
  {
    // One classic script, built after the chat, whose name it has to know.
    name: 'widget loader',
    sources: widgetSources,
    made: 'dist/widget/loader.js',
    config: {
      root: join(root, 'widget'),
      publicDir: false,
      plugins: [nameOfChat()],
      build: {
        outDir: join(root, 'dist/widget'),
        emptyOutDir: false,
        target: 'es2022',
        cssTarget: widgetBrowsers,
        modulePreload: false,
        lib: {
          entry: join(root, 'widget/loader/main.ts'),
          formats: ['iife'],
          name: 'loader',
          fileName: () => 'loader.js',
        },
      },
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
  {
    name: 'desktop main',
    sources: ['desktop/main', 'desktop/bridge.ts', 'desktop/public', 'shared', 'package.json', 'package-lock.json'],
    made: 'dist/desktop/main.cjs',
    config: {
      root,
      publicDir: join(root, 'desktop/public'),
      plugins: [manifestOfApp()],
      build: program('desktop/main/main.ts', 'node24'),
    },
  },
  {
    name: 'desktop preload',
    sources: ['desktop/preload.ts', 'desktop/main/offered.ts', 'package-lock.json'],
    made: 'dist/desktop/preload.cjs',
    config: { root, publicDir: false, build: program('desktop/preload.ts', 'chrome140') },
  },
  {
    name: 'desktop pages',
    sources: ['desktop/pages', 'shared/tokens.css', 'package-lock.json'],
    made: 'dist/desktop/pages/offline.html',
    config: {
      root: join(root, 'desktop/pages'),
      publicDir: false,
      build: {
        outDir: join(root, 'dist/desktop/pages'),
        emptyOutDir: true,
        assetsDir: '.',
        assetsInlineLimit: 0,
        target: 'esnext',
        modulePreload: false,
        rolldownOptions: { input: ['welcome', 'offline'].map((page) => join(root, `desktop/pages/${page}.html`)) },
      },
    },
  },
]

/** One CommonJS file, as Electron wants a sandboxed preload; all else that it needs is in it. */
function program(entry: string, target: string): InlineConfig['build'] {
  return {
    lib: { entry: join(root, entry), formats: ['cjs'], fileName: (_, name) => `${name}.cjs` },
    outDir: join(root, 'dist/desktop'),
    emptyOutDir: false,
    target,
    minify: false,
    rolldownOptions: { external: ['electron', /^node:/] },
  }
}

/** The app's own package.json: what is packaged is the built folder alone, with nothing of the server in it. */
function manifestOfApp(): Plugin {
  return {
    name: 'manifest-of-app',
    generateBundle() {
      const { version, description, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
      const named = { name: 'frontdesk', productName: 'Frontdesk', desktopName: 'frontdesk.desktop', main: 'main.cjs' }
      // A Debian package has to name a place to read of it: whoever gives the app out names their own in its stead.
      const from = { author: 'Frontdesk', homepage: 'https://frontdesk.example' }
      const source = JSON.stringify({ ...named, ...from, version, description, license }, null, 2)
      this.emitFile({ type: 'asset', fileName: 'package.json', source })
    },
  }
}

/** What the chat needs at once is one file, which compresses better than two; what it needs later is fetched later. */
function isAtOnce(module: string): boolean {
  return !/take\.ts$|\/(parts|talk\/later)\/|teaser|paths\.ts|form-words|\/words\/..\.ts$|style\/parts/.test(module)
}

/** In a page `rem` is what the page made of it: the chat's sizes are its own. */
function pixels(): Plugin {
  const inPixels = (css: string) => css.replace(/(\d*\.?\d+)rem\b/g, (_, number) => `${Number(number) * 16}px`)
  return {
    name: 'pixels',
    enforce: 'pre',
    transform: (code, id) => (/\.css(\?|$)/.test(id) ? { code: inPixels(code), map: null } : undefined),
  }
}

/** Of the tokens only those that the chat's own style sheets name. */
function wornTokens(): Plugin {
  return {
    name: 'worn-tokens',
    transform(code, id) {
      if (!/tokens\.css/.test(id)) return undefined
      const folder = join(root, 'widget/chat/style')
      const sheets = readdirSync(folder).filter((name) => name.endsWith('.css'))
      const worn = sheets.map((name) => readFileSync(join(folder, name), 'utf8')).join()
      const isWorn = (name: string) => /^font/.test(name) || worn.includes(`var(--${name})`)
      return { code: code.replace(/--([\w-]+):[^;]*;/g, (token, name) => (isWorn(name) ? token : '')), map: null }
    },
  }
}

/** What is imported later is imported, and nothing else: Vite's own way also fetches style sheets, of which there are none. */
function plainImports(): Plugin {
  const name = 'vite/preload-helper'
  return {
    name: 'plain-imports',
    enforce: 'pre',
    resolveId: (id) => (id.includes(name) ? id : undefined),
    load: (id) => (id.includes(name) ? 'export const __vitePreload = (load) => load()' : undefined),
  }
}

/** The name of the chat that was built last, which changes with what is in it. */
function nameOfChat(): Plugin {
  const find = () => readdirSync(join(root, 'dist/widget')).find((name) => name.startsWith('chat-'))
  return { name: 'name-of-chat', config: () => ({ define: { CHAT_FILE: JSON.stringify(find()) } }) }
}

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
  // Whoever builds from a test would get the development build of the screens, which is slower.
  process.env.NODE_ENV = 'production'
  const [{ build }, { default: react }] = await Promise.all([import('vite'), import('@vitejs/plugin-react')])
  for (const { name, config } of wanted) {
    process.stderr.write(`building ${name}\n`)
    const plugins = [react(), ...(config.plugins ?? [])]
    await build({ ...config, plugins, configFile: false, logLevel: 'warn' })
  }
}

// With --stale only what is older than its sources is built: what `npm start` does first. A name, such as `desktop`, leaves
// out what does not begin with it.
const [name = ''] = process.argv.slice(2).filter((given) => !given.startsWith('--'))
const named = targets.filter((target) => target.name.startsWith(name))
const wanted = process.argv.includes('--stale') ? named.filter(isStale) : named
if (wanted.length > 0) await buildAll(wanted)
