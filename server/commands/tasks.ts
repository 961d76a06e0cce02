import type { Task } from './command.ts'

/**
 * What a task needs of the database: `schema`: one that is as this version wants it; `database`: one that is there;
 * `nothing`: it makes one.
 */
export type Needs = 'schema' | 'database' | 'nothing'

/**
 * All that can be asked for over the control socket, by name. What a task is made of is loaded once it is wanted: most
 * commands have a server carry theirs out.
 */
export const tasks: Record<string, { load(): Promise<Task>; needs: Needs }> = {
  'owner-link': { load: async () => (await import('./tasks/owner-link.ts')).ownerLinkTask, needs: 'schema' },
  password: { load: async () => (await import('./tasks/password.ts')).passwordTask, needs: 'schema' },
  'key create': { load: async () => (await import('./tasks/key-create.ts')).keyCreateTask, needs: 'schema' },
  'site list': { load: async () => (await import('./tasks/site-list.ts')).siteListTask, needs: 'schema' },
  'site secret': { load: async () => (await import('./tasks/site-secret.ts')).siteSecretTask, needs: 'schema' },
  identity: { load: async () => (await import('./tasks/identity.ts')).identityTask, needs: 'schema' },
  'prompt show': { load: async () => (await import('./tasks/prompt-show.ts')).promptShowTask, needs: 'schema' },
  'prompt publish': {
    load: async () => (await import('./tasks/prompt-publish.ts')).promptPublishTask,
    needs: 'schema',
  },
  'prompt versions': { load: async () => (await import('./tasks/prompt-show.ts')).promptVersionsTask, needs: 'schema' },
  'prompt restore': {
    load: async () => (await import('./tasks/prompt-publish.ts')).promptRestoreTask,
    needs: 'schema',
  },
  'demo remove': { load: async () => (await import('./tasks/demo-remove.ts')).demoRemoveTask, needs: 'schema' },
  migrate: { load: async () => (await import('./tasks/migrate.ts')).migrateTask, needs: 'nothing' },
  backup: { load: async () => (await import('./tasks/backup.ts')).backupTask, needs: 'database' },
  examine: { load: async () => (await import('./tasks/examine.ts')).examineTask, needs: 'database' },
}
