import { statfs } from 'node:fs/promises'

/** The room on the disk of a folder, in bytes; undefined where the runtime may not ask, or the folder is not there. */
export async function diskRoom(folder: string): Promise<{ free: number; total: number } | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { free: bavail * bsize, total: blocks * bsize }
  } catch {
    return undefined
  }
}
