import { backupTask } from './backup.ts'
import type { Task } from './command.ts'
import { examineTask } from './examine.ts'
import { identityTask } from './identity.ts'
import { keyCreateTask } from './key-create.ts'
import { migrateTask } from './migrate.ts'
import { ownerLinkTask } from './owner-link.ts'
import { passwordTask } from './password.ts'
import { promptPublishTask, promptRestoreTask } from './prompt-publish.ts'
import { promptShowTask, promptVersionsTask } from './prompt-show.ts'
import { siteListTask } from './site-list.ts'
import { siteSecretTask } from './site-secret.ts'

/**
 * What a task needs of the database: `schema`: one that is as this version wants it; `database`: one that is there;
 * `nothing`: it makes one.
 */
export type Needs = 'schema' | 'database' | 'nothing'

/** All that can be asked for over the control socket, by name. */
export const tasks: Record<string, { run: Task; needs: Needs }> = {
  'owner-link': { run: ownerLinkTask, needs: 'schema' },
  password: { run: passwordTask, needs: 'schema' },
  'key create': { run: keyCreateTask, needs: 'schema' },
  'site list': { run: siteListTask, needs: 'schema' },
  'site secret': { run: siteSecretTask, needs: 'schema' },
  identity: { run: identityTask, needs: 'schema' },
  'prompt show': { run: promptShowTask, needs: 'schema' },
  'prompt publish': { run: promptPublishTask, needs: 'schema' },
  'prompt versions': { run: promptVersionsTask, needs: 'schema' },
  'prompt restore': { run: promptRestoreTask, needs: 'schema' },
  migrate: { run: migrateTask, needs: 'nothing' },
  backup: { run: backupTask, needs: 'database' },
  examine: { run: examineTask, needs: 'database' },
}
