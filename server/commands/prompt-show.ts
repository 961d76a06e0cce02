import { type Command, numberOf, type Option, textOf } from './command.ts'

export const siteOption: Option = {
  type: 'string',
  value: '<id>',
  says: 'the site; needed where there are several',
}

export const promptShow: Command = {
  name: 'prompt show',
  usage: '[--version <number>] [--site <id>]',
  says: 'Print what the business tells its assistant',
  more: ['The text alone goes to standard output: prompt show > prompt.md, then prompt publish prompt.md.'],
  positionals: [],
  options: {
    version: { type: 'string', value: '<number>', says: 'an old version; left out: the one that is published' },
    site: siteOption,
  },
  run: ({ perform }, given) => perform('prompt show', { ...siteOf(given), version: numberOf(given, 'version') }),
}

export const promptVersions: Command = {
  name: 'prompt versions',
  usage: '[--site <id>]',
  says: 'List what was published, the newest first',
  positionals: [],
  options: { site: siteOption },
  run: ({ perform }, given) => perform('prompt versions', siteOf(given)),
}

/** The site as a task takes it: nothing where it was not given. */
export function siteOf(given: Parameters<typeof textOf>[0]): { site?: string } {
  const site = textOf(given, 'site')
  return site === undefined ? {} : { site }
}
