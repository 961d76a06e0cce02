import { isRefused } from '../app/connection.ts'

const againAfter = 1_000

/**
 * Tells the server what is only of the moment: that somebody types, or looks at something. Where it fails, it is told once
 * more, if it is still so by then. After that it is let go with a line on the console: the next change says it anew.
 */
export async function tellMoment(tell: () => Promise<unknown>, isStillSo: () => boolean): Promise<void> {
  try {
    await tell()
  } catch (error) {
    if (isRefused(error)) return letGo(error)
    await new Promise((resolve) => setTimeout(resolve, againAfter))
    if (isStillSo()) await tell().catch(letGo)
  }
}

const letGo = (error: unknown): void => console.warn('the server could not be told what is of the moment:', error)
