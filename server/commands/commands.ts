import type { Command } from './command.ts'

export type Entry = { usage: string; summary: string; load(): Promise<{ command: Command }> }

/** All commands by name, in the order of the help. Each is loaded when it is needed, which keeps the start short. */
export const commands: Record<string, Entry> = {
  'owner-link': {
    usage: '',
    summary: 'Make a one-time sign-in link for the owner',
    load: () => import('./owner-link.ts'),
  },
  password: {
    usage: '<email>',
    summary: 'Set the password of an account',
    load: () => import('./password.ts'),
  },
  'key create': {
    usage: '--name <name> --preset <preset> [--site <id>]',
    summary: 'Make an API key and print it, once',
    load: () => import('./key-create.ts'),
  },
  'site list': {
    usage: '',
    summary: 'List the sites',
    load: () => import('./site-list.ts'),
  },
  'site secret': {
    usage: '<site>',
    summary: "Show what requests to a site's own AI backend are signed with",
    load: () => import('./site-secret.ts'),
  },
  identity: {
    usage: '<site>',
    summary: "Show what a site's own server signs the tokens of its signed-in visitors with",
    load: () => import('./identity.ts'),
  },
  'prompt show': {
    usage: '[--version <number>] [--site <id>]',
    summary: 'Print what the business tells its assistant',
    load: () => import('./prompt-show.ts'),
  },
  'prompt publish': {
    usage: '<file> [--base <version>] [--note <text>] [--site <id>]',
    summary: 'Publish what the business tells its assistant',
    load: () => import('./prompt-publish.ts'),
  },
  'prompt versions': {
    usage: '[--site <id>]',
    summary: 'List what was published, the newest first',
    load: () => import('./prompt-versions.ts'),
  },
  'prompt restore': {
    usage: '<version> [--base <version>] [--site <id>]',
    summary: 'Publish an old version again',
    load: () => import('./prompt-restore.ts'),
  },
  'demo remove': {
    usage: '',
    summary: "Delete the demo's made-up history",
    load: () => import('./demo-remove.ts'),
  },
  migrate: {
    usage: '',
    summary: 'Bring the database up to this version',
    load: () => import('./migrate.ts'),
  },
  openapi: {
    usage: '',
    summary: 'Print the OpenAPI document',
    load: () => import('./openapi.ts'),
  },
  doctor: {
    usage: '',
    summary: 'Say in plain words what works and what does not',
    load: () => import('./doctor.ts'),
  },
  backup: {
    usage: '<file> [--with-secret]',
    summary: 'Write the whole database into one file',
    load: () => import('./backup.ts'),
  },
  restore: {
    usage: '<file> [--replace]',
    summary: 'Put a backup back into the database',
    load: () => import('./restore.ts'),
  },
  move: {
    usage: '--to <DATABASE_URL>',
    summary: 'Copy the embedded database to a Postgres server',
    load: () => import('./move.ts'),
  },
  'secret replace': {
    usage: '[--yes]',
    summary: 'Use another secret, where the old one is lost for good',
    load: () => import('./secret-replace.ts'),
  },
}
