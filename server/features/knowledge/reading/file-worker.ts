import { parentPort } from 'node:worker_threads'
import type { FileType } from '../../../../shared/file.ts'
import { keepCompiled } from '../../../core/compile-cache.ts'
import { type FileText, Unreadable } from '../../../core/reader.ts'
import { standBackInServer } from './stand-back.ts'

export type FileAsked = { type: FileType; bytes: Uint8Array }
export type FileAnswered = { text: FileText } | { fault: string }

async function answerTo({ type, bytes }: FileAsked): Promise<FileAnswered> {
  // Loaded here, once this thread stands back: what reads a PDF takes a while to load.
  const { readFile } = await import('./file.ts')
  try {
    return { text: await readFile(type, bytes) }
  } catch (error) {
    return { fault: error instanceof Unreadable ? error.message : 'It is damaged.' }
  }
}

// Only as a worker is there anybody to answer, or to stand back for.
if (parentPort) standBackInServer()
parentPort?.on('message', async (asked: FileAsked) => {
  parentPort?.postMessage(await answerTo(asked))
  keepCompiled()
})
