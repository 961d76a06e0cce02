import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { InlineConfig, Plugin } from 'vite'

/** A build target: its sources, and the file that shows when it was last built. */
type Target = { name: string; sources: string[]; made: string; config: InlineConfig }

const root = fileURLToPath(new URL('.', import.meta.url))

const widgetSources = ['widget/api.ts', 'widget/chat', 'widget/loader', 'shared', 'package-lock.json']

/** The oldest browsers that support the widget's styles: `light-dark()` and nested rules. */
const widgetBrowsers = ['chrome123', 'safari17.5', 'firefox120']

const targets: Target[] = [
  {
    name: 'dashboard',
    sources: ['desktop/renderer', 'shared', 'widget/chat/words', 'package-lock.json'],
    made: 'dist/dashboard/index.html',
    config: {
      root: join(root, 'desktop/renderer'),
      base: '/dashboard/',
      // Short, the same in each build and found again in the sources: `menu.module.css` has `.menu-head` for `.head`.
      css: { modules: { generateScopedName: (name, file) => `${basename(file, '.module.css')}-${name}` } },
      // A test limits the first download; a warning at each first start would only alarm a newcomer.
      build: { outDir: join(root, 'dist/dashboard'), emptyOutDir: true, assetsDir: '.', chunkSizeWarningLimit: 5000 },
    },
  },
  {
    // A single file without imports, because browsers load a worker by itself, under a fixed name.
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
            // Lets browsers that support it compile the whole file while it arrives, instead of when the page
            // continues.
            postBanner: ({ name }) => (name === 'window' ? '//# allFunctionsCalledOnLoad' : ''),
          },
        },
      },
    },
  },
  {
    // One classic script, built after the chat, because it contains the chat's file name.
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
    sources: ['desktop/preload.ts', 'desktop/main/expose.ts', 'package-lock.json'],
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

/** One self-contained CommonJS file, as Electron requires for a sandboxed preload. */
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

/** The app's own package.json, because only the built folder is packaged, without the server. */
function manifestOfApp(): Plugin {
  return {
    name: 'manifest-of-app',
    generateBundle() {
      const { version, description, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
      const named = { name: 'frontdesk', productName: 'Frontdesk', desktopName: 'frontdesk.desktop', main: 'main.cjs' }
      // A Debian package must have a homepage. Replace it when you distribute the app.
      const from = { author: 'Frontdesk', homepage: 'https://frontdesk.example' }
      const source = JSON.stringify({ ...named, ...from, version, description, license }, null, 2)
      this.emitFile({ type: 'asset', fileName: 'package.json', source })
    },
  }
}

/** What the chat needs immediately is one file, which compresses better than two. The rest is loaded on demand. */
function isAtOnce(module: string): boolean {
  return !/take\.ts$|\/(parts|booking|talk\/later)\/|chat\/(appointment|booking)\.ts$|teaser|announcer|bubble|chime|late-actions|setup-card|view\/back(-focus)?\.ts|paths\.ts|form-words|\/words\/(later\/.*|..)\.ts$|style\/(parts|booking|fill)/.test(
    module,
  )
}

/** In a host page `rem` depends on the page, so the chat uses pixels. */
function pixels(): Plugin {
  const inPixels = (css: string) => css.replace(/(\d*\.?\d+)rem\b/g, (_, number) => `${Number(number) * 16}px`)
  return {
    name: 'pixels',
    enforce: 'pre',
    transform: (code, id) => (/\.css(\?|$)/.test(id) ? { code: inPixels(code), map: null } : undefined),
  }
}

/** Keeps only the tokens that the chat's style sheets use. */
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

/** Plain dynamic imports, because Vite's helper also loads style sheets, of which there are none. */
function plainImports(): Plugin {
  const name = 'vite/preload-helper'
  return {
    name: 'plain-imports',
    enforce: 'pre',
    resolveId: (id) => (id.includes(name) ? id : undefined),
    load: (id) => (id.includes(name) ? 'export const __vitePreload = (load) => load()' : undefined),
  }
}

/** The file name of the last built chat, which contains a hash of its content. */
function nameOfChat(): Plugin {
  const find = () => readdirSync(join(root, 'dist/widget')).find((name) => name.startsWith('chat-'))
  return { name: 'name-of-chat', config: () => ({ define: { CHAT_FILE: JSON.stringify(find()) } }) }
}

/** The latest modification time at or below a path. */
function newest(path: string): number {
  const status = statSync(path)
  if (!status.isDirectory()) return status.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
}

function isStale({ sources, made }: Target): boolean {
  const file = join(root, made)
  return !existsSync(file) || sources.some((source) => newest(join(root, source)) > statSync(file).mtimeMs)
}

/**
 * The tools are imported only if there is something to build, because an installation without them may be up to date.
 */
async function buildAll(wanted: Target[]): Promise<void> {
  // Otherwise a build started from a test would use the slower development build of the screens.
  process.env.NODE_ENV = 'production'
  const [{ build }, { default: react }] = await Promise.all([import('vite'), import('@vitejs/plugin-react')])
  for (const { name, config } of wanted) {
    process.stderr.write(`building ${name}\n`)
    const plugins = [react(), ...(config.plugins ?? [])]
    await build({ ...config, plugins, configFile: false, logLevel: 'warn' })
  }
}

// With --stale, builds only targets older than their sources, as `npm start` does. A name such as `desktop` selects
// targets that begin with it.
const [name = ''] = process.argv.slice(2).filter((given) => !given.startsWith('--'))
const named = targets.filter((target) => target.name.startsWith(name))
const wanted = process.argv.includes('--stale') ? named.filter(isStale) : named
if (wanted.length > 0) await buildAll(wanted)
