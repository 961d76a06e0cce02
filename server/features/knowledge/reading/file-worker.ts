import { parentPort } from 'node:worker_threads'
import type { FileType } from '../../../../shared/file.ts'
import { keepCompiled } from '../../../core/compile-cache.ts'
import { type Failure, failure, failureOf } from '../../../core/failure.ts'
import { type FileText, Unreadable } from '../../../core/reader.ts'
import { lowerThreadPriority } from './low-priority.ts'

export type FileRequest = { type: FileType; bytes: Uint8Array }
export type FileAnswered = { text: FileText } | { fault: Failure }

async function answerTo({ type, bytes }: FileRequest): Promise<FileAnswered> {
  // Imported after lowering the priority, because loading the PDF library takes a while.
  const { readFile } = await import('./file.ts')
  try {
    return { text: await readFile(type, bytes) }
  } catch (error) {
    return { fault: error instanceof Unreadable ? failureOf(error) : failure('file_damaged', 'It is damaged.') }
  }
}

// Answers messages and lowers its priority only as a worker.
if (parentPort) lowerThreadPriority()
parentPort?.on('message', async (asked: FileRequest) => {
  parentPort?.postMessage(await answerTo(asked))
  keepCompiled()
})
