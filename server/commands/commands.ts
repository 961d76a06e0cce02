import type { Command } from './command.ts'

export type Entry = { usage: string; summary: string; load(): Promise<{ command: Command }> }

/** All commands by name, in the order of the help. Each is loaded on demand, which keeps the start fast. */
export const commands: Record<string, Entry> = {
  'owner-link': {
    usage: '',
    summary: 'Create a one-time sign-in link for the owner',
    load: () => import('./owner-link.ts'),
  },
  password: {
    usage: '<email>',
    summary: 'Set the password of an account',
    load: () => import('./password.ts'),
  },
  'key create': {
    usage: '--name <name> --preset <preset> [--site <id>]',
    summary: 'Create an API key and print it once',
    load: () => import('./key-create.ts'),
  },
  'site list': {
    usage: '',
    summary: 'List sites',
    load: () => import('./site-list.ts'),
  },
  'site secret': {
    usage: '<site>',
    summary: "Show the secret that signs requests to a site's own AI backend",
    load: () => import('./site-secret.ts'),
  },
  identity: {
    usage: '<site>',
    summary: "Show the secret with which a site's own server signs visitor tokens",
    load: () => import('./identity.ts'),
  },
  'prompt show': {
    usage: '[--version <number>] [--site <id>]',
    summary: 'Print the instructions of the business for its assistant',
    load: () => import('./prompt-show.ts'),
  },
  'prompt publish': {
    usage: '<file> [--base <version>] [--note <text>] [--site <id>]',
    summary: 'Publish the instructions of the business for its assistant',
    load: () => import('./prompt-publish.ts'),
  },
  'prompt versions': {
    usage: '[--site <id>]',
    summary: 'List published versions, newest first',
    load: () => import('./prompt-versions.ts'),
  },
  'prompt restore': {
    usage: '<version> [--base <version>] [--site <id>]',
    summary: 'Publish an earlier version again',
    load: () => import('./prompt-restore.ts'),
  },
  'demo remove': {
    usage: '',
    summary: "Delete the demo's made-up history",
    load: () => import('./demo-remove.ts'),
  },
  migrate: {
    usage: '',
    summary: 'Migrate the database to this version',
    load: () => import('./migrate.ts'),
  },
  openapi: {
    usage: '',
    summary: 'Print the OpenAPI document',
    load: () => import('./openapi.ts'),
  },
  doctor: {
    usage: '[--model [--site <id>]] [--json]',
    summary: 'Check the installation and report problems',
    load: () => import('./doctor.ts'),
  },
  backup: {
    usage: '<file> [--with-secret]',
    summary: 'Write the whole database to one file',
    load: () => import('./backup.ts'),
  },
  restore: {
    usage: '<file> [--replace]',
    summary: 'Restore a backup into the database',
    load: () => import('./restore.ts'),
  },
  move: {
    usage: '--to <DATABASE_URL>',
    summary: 'Copy the embedded database to a Postgres server',
    load: () => import('./move.ts'),
  },
  'secret replace': {
    usage: '[--yes]',
    summary: 'Use a new secret if the old one is lost',
    load: () => import('./secret-replace.ts'),
  },
}
