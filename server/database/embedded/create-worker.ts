/** Creates the database of a folder, as a process of its own, or as a thread. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { keepCompiled } from '../../core/compile-cache.ts'
import { createGuard, type Held } from './lock.ts'
import { compile, openPglite, reasonOf } from './pglite.ts'
import { saveMemory } from './save-memory.ts'

/** `held`: the lock that must be held for every write. */
export type Creation = { folder: string; held: Held }

export type Created = { failed: string } | { created: true }

/** Where the engine has the files of the database. */
const data = '/pglite/data'

type Files = PGlite['Module']['FS']

/** PGlite also creates a database of a folder in memory first, and holds it several times while it copies it. */
async function create({ folder, held }: Creation): Promise<void> {
  saveMemory()
  const engine = await openPglite({ program: await compile() }).catch((error: Error) => {
    throw new Error(reasonOf(error), { cause: error })
  })
  const { FS } = engine.Module
  await engine.close()
  writeFiles(FS, data, folder, createGuard(held))
}

function writeFiles(files: Files, from: string, to: string, lost: () => string | undefined): void {
  for (const name of files.readdir(from)) {
    if (name === '.' || name === '..') continue
    const [source, target] = [`${from}/${name}`, `${to}/${name}`]
    const reason = lost()
    if (reason) throw new Error(reason)
    if (!files.isDir(files.stat(source).mode)) writeFileSync(target, files.readFile(source), { mode: 0o600 })
    else {
      mkdirSync(target, { mode: 0o700 })
      writeFiles(files, source, target, lost)
    }
  }
}

async function work(creation: Creation): Promise<void> {
  const created: Created = await create(creation).then(
    () => ({ created: true }),
    (error: Error) => ({ failed: error.message }),
  )
  keepCompiled()
  if (parentPort) parentPort.postMessage(created)
  else process.send?.(created)
}

if (parentPort) void work(workerData)
else {
  process.once('message', work)
  // The server has ended, or has its answer.
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
}
