import type { Command } from './command.ts'

export const ownerLink: Command = {
  name: 'owner-link',
  usage: '',
  says: 'Make a one-time sign-in link for the owner',
  more: ['The owner is the account that OWNER_EMAIL names. The link works once, within 15 minutes.'],
  positionals: [],
  options: {},
  run: ({ perform }) => perform('owner-link', {}),
}
