import type { Command } from './command.ts'

export const siteList: Command = {
  name: 'site list',
  usage: '',
  says: 'List the sites',
  more: ['Sites stand in the configuration file; what was saved in their settings is shown where it differs.'],
  positionals: [],
  options: {},
  run: ({ perform }) => perform('site list', {}),
}
