import { backup } from './backup.ts'
import type { Command } from './command.ts'
import { demoRemove } from './demo-remove.ts'
import { doctor } from './doctor.ts'
import { identity } from './identity.ts'
import { keyCreate } from './key-create.ts'
import { migrateCommand } from './migrate.ts'
import { move } from './move.ts'
import { openapi } from './openapi.ts'
import { ownerLink } from './owner-link.ts'
import { password } from './password.ts'
import { promptPublish, promptRestore } from './prompt-publish.ts'
import { promptShow, promptVersions } from './prompt-show.ts'
import { restore } from './restore.ts'
import { secretReplace } from './secret-replace.ts'
import { siteList } from './site-list.ts'
import { siteSecret } from './site-secret.ts'

/** In the order of the help. */
export const commands: Command[] = [
  ownerLink,
  password,
  keyCreate,
  siteList,
  siteSecret,
  identity,
  promptShow,
  promptPublish,
  promptVersions,
  promptRestore,
  demoRemove,
  migrateCommand,
  openapi,
  doctor,
  backup,
  restore,
  move,
  secretReplace,
]

/** The command that the words begin with, and the words after its name. */
export function findCommand(words: string[]): { command: Command; rest: string[] } | undefined {
  for (const command of commands) {
    const name = command.name.split(' ')
    if (name.every((word, place) => words[place] === word)) return { command, rest: words.slice(name.length) }
  }
  return undefined
}
