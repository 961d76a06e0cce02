import { statfs } from 'node:fs/promises'

/**
 * The free and total space of a folder's disk, in bytes. Undefined if the folder does not exist or the runtime lacks
 * the permission.
 */
export async function diskRoom(folder: string): Promise<{ free: number; total: number } | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    return { free: bavail * bsize, total: blocks * bsize }
  } catch {
    return undefined
  }
}
