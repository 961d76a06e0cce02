import { join } from 'node:path'
import type { Session } from 'electron'
import type { Environment } from './environment.ts'
import type { Fetch } from './examine.ts'
import { createKeyStore, type KeyStore } from './key-store.ts'
import { type KeptSettings, openSettings } from './settings.ts'
import { partition } from './window.ts'
import { type Words, wordsFor } from './words.ts'

/** What the app needs from Electron once it is ready. */
export type Base = {
  version: string
  words: Words
  settings: KeptSettings
  keyStore: KeyStore
  /** the session of the window's pages */
  session: Session
  /** the origin of the configured server, or null */
  server(): string | null
  /** The app's own requests, without cookies of the pages. */
  fetch: Fetch
  /** the path of a file in the app's data folder */
  place(name: string): string
}

export async function openBase({ electron, platform, now }: Environment): Promise<Base> {
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
