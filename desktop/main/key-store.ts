import type { SafeStorage } from 'electron'
import { z } from 'zod'
import { readBytes, removeFile, writeBytes } from './files.ts'
import { isToken, type KeptSession } from './session-cookie.ts'

export type KeyStore = {
  /** Whether the system's key store is more than a well-known password. */
  isReal(): Promise<boolean>
  /** Stores the session of a server. Without a real key store, nothing is stored and an earlier session is deleted. */
  keep(server: string, session: KeptSession): Promise<void>
  /** The session token for a server, while it is valid. */
  recall(server: string): Promise<string | undefined>
  forget(): Promise<void>
}

type Options = {
  safeStorage: Pick<
    SafeStorage,
    | 'isEncryptionAvailable'
    | 'isAsyncEncryptionAvailable'
    | 'getSelectedStorageBackend'
    | 'encryptStringAsync'
    | 'decryptStringAsync'
  >
  platform: NodeJS.Platform
  /** the path of the encrypted session */
  file: string
  now(): number
}

const Kept = z.object({ server: z.string(), token: z.string().refine(isToken), expiresAt: z.number() })

const realBackends = ['gnome_libsecret', 'kwallet', 'kwallet5', 'kwallet6']

/** Stores the session token encrypted with a key from the system's key store. */
export function createKeyStore({ safeStorage, platform, file, now }: Options): KeyStore {
  const isReal = async () => {
    if (platform === 'linux' && !realBackends.includes(safeStorage.getSelectedStorageBackend())) return false
    return safeStorage.isEncryptionAvailable() && (await safeStorage.isAsyncEncryptionAvailable())
  }
  const forget = () => removeFile(file)
  return {
    isReal,
    forget,
    async keep(server, session) {
      if (!(await isReal())) return await forget()
      const sealed = await safeStorage.encryptStringAsync(JSON.stringify({ server, ...session }))
      if (platform === 'linux' && hasKnownKey(sealed)) return await forget()
      await writeBytes(file, sealed)
    },
    async recall(server) {
      const sealed = await readBytes(file)
      if (!sealed || !(await isReal())) return undefined
      const kept = Kept.safeParse(await open(safeStorage, sealed))
      if (kept.success && kept.data.server === server && kept.data.expiresAt > now()) return kept.data.token
      await forget()
      return undefined
    },
  }
}

/** On Linux, Chromium uses this prefix for values encrypted with the key in its source code. */
const hasKnownKey = (sealed: Buffer) => sealed.subarray(0, 3).toString('latin1') === 'v10'

/**
 * The decrypted value. Undefined if it was encrypted with another key, for example before a reinstallation of the
 * system.
 */
async function open(safeStorage: Options['safeStorage'], sealed: Buffer): Promise<unknown> {
  try {
    const { result } = await safeStorage.decryptStringAsync(sealed)
    return JSON.parse(result)
  } catch {
    return undefined
  }
}
