import type { Command } from './command.ts'

export const identity: Command = {
  name: 'identity',
  usage: '<site>',
  says: "Show what a site's own server signs the tokens of its signed-in visitors with",
  more: ['Made where there is none yet. The secret alone goes to standard output, so that it can be piped on.'],
  positionals: ['site'],
  options: { new: { type: 'boolean', says: 'make another in its place' } },
  run: ({ perform }, { positionals: [site], values }) => perform('identity', { site, new: values.new === true }),
}
