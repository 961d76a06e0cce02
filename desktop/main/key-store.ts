import type { SafeStorage } from 'electron'
import { z } from 'zod'
import { readBytes, removeFile, writeBytes } from './files.ts'
import { isToken, type KeptSession } from './session-cookie.ts'

export type KeyStore = {
  /** Whether the system has a place for secrets that is more than a password everybody knows. */
  isReal(): Promise<boolean>
  /** Keeps the session of a server; without a real key store nothing is kept, and what was kept goes. */
  keep(server: string, session: KeptSession): Promise<void>
  /** The session token for a server, while it is good. */
  recall(server: string): Promise<string | undefined>
  forget(): Promise<void>
}

type Around = {
  safeStorage: Pick<
    SafeStorage,
    | 'isEncryptionAvailable'
    | 'isAsyncEncryptionAvailable'
    | 'getSelectedStorageBackend'
    | 'encryptStringAsync'
    | 'decryptStringAsync'
  >
  platform: NodeJS.Platform
  /** where the sealed session lies */
  file: string
  now(): number
}

const Kept = z.object({ server: z.string(), token: z.string().refine(isToken), expiresAt: z.number() })

const realBackends = ['gnome_libsecret', 'kwallet', 'kwallet5', 'kwallet6']

/** The session token, sealed with a key that the system's key store holds. */
export function createKeyStore({ safeStorage, platform, file, now }: Around): KeyStore {
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

/** Chromium marks so what it sealed on Linux with the key that is written in its sources. */
const hasKnownKey = (sealed: Buffer) => sealed.subarray(0, 3).toString('latin1') === 'v10'

/** What was sealed; undefined where another key sealed it, as after a new installation of the system. */
async function open(safeStorage: Around['safeStorage'], sealed: Buffer): Promise<unknown> {
  try {
    const { result } = await safeStorage.decryptStringAsync(sealed)
    return JSON.parse(result)
  } catch {
    return undefined
  }
}
