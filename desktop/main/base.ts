import { join } from 'node:path'
import type { Session } from 'electron'
import type { Around } from './around.ts'
import type { Fetch } from './examine.ts'
import { createKeyStore, type KeyStore } from './key-store.ts'
import { type KeptSettings, openSettings } from './settings.ts'
import { partition } from './window.ts'
import { type Words, wordsFor } from './words.ts'

/** What everything else in the app is made over, once Electron is ready. */
export type Base = {
  version: string
  words: Words
  settings: KeptSettings
  keyStore: KeyStore
  /** that of the window's pages */
  session: Session
  /** the origin of the server that was named, or null */
  server(): string | null
  /** The app's own way out; no cookie of the pages' goes with it. */
  fetch: Fetch
  /** a file in the folder of what the app keeps */
  place(name: string): string
}

export async function openBase({ electron, platform, now }: Around): Promise<Base> {
  const { app, net, safeStorage } = electron
  const place = (name: string) => join(app.getPath('userData'), name)
  const settings = await openSettings(place('settings.json'))
  return {
    version: app.getVersion(),
    words: wordsFor(app.getLocale()),
    settings,
    keyStore: createKeyStore({ safeStorage, platform, file: place('session.sealed'), now }),
    session: electron.session.fromPartition(partition),
    server: () => settings.read().server,
    fetch: (url, init) => net.fetch(url, init),
    place,
  }
}
