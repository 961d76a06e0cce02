import type { Command } from './command.ts'
import { commands } from './commands.ts'
import { aligned } from './wording.ts'

const call = 'npm run -s svc --'

/** All commands, a line each. */
export function overview(): string {
  const rows = commands.map(({ name, usage, says }) => [`  ${name} ${usage}`.trimEnd(), says])
  return [
    `Frontdesk's command line: ${call} <command>`,
    '',
    ...aligned([['  help [command]', 'Show this, or what a command takes'], ...rows]),
    '',
    'Commands read the same environment and configuration file as the server. While a server holds the embedded database,',
    'it carries them out itself.',
  ].join('\n')
}

/** What a command does and takes. */
export function helpFor({ name, usage, says, more = [], options }: Command): string {
  const rows = Object.entries(options).map(([option, { value = '', says }]) => [
    `  --${option} ${value}`.trimEnd(),
    says,
  ])
  return [
    `${says}.`,
    '',
    `  ${`${call} ${name} ${usage}`.trimEnd()}`,
    ...(more.length > 0 ? ['', ...more] : []),
    ...(rows.length > 0 ? ['', ...aligned(rows)] : []),
  ].join('\n')
}
