import { type Command, CommandError, type Given, needed, numberOf, textOf } from './command.ts'

export const keyCreate: Command = {
  name: 'key create',
  usage: '--name <name> --preset <preset> [--site <id>]',
  says: 'Make an API key and print it, once',
  more: ['The key alone goes to standard output, so that it can be piped on.'],
  positionals: [],
  options: {
    name: { type: 'string', value: '<name>', says: 'what the key is called' },
    preset: { type: 'string', value: '<preset>', says: 'chat, crm, read or full' },
    scopes: { type: 'string', value: '<a,b>', says: 'instead of a preset: scopes, separated by commas' },
    site: { type: 'string', value: '<id>', says: 'the site; needed where there are several' },
    'expires-in-days': { type: 'string', value: '<days>', says: '1 to 3650; left out: it never expires' },
    'allow-ips': { type: 'string', value: '<a,b>', says: 'the only addresses or ranges that may use it' },
    'rate-per-minute': { type: 'string', value: '<count>', says: "left out: the site's setting" },
  },
  async run({ perform }, given) {
    const input = {
      name: needed(given, 'name'),
      preset: textOf(given, 'preset'),
      scopes: listOf(given, 'scopes'),
      site: textOf(given, 'site'),
      expiresInDays: numberOf(given, 'expires-in-days'),
      allowIps: listOf(given, 'allow-ips'),
      ratePerMinute: numberOf(given, 'rate-per-minute'),
    }
    if ((input.preset === undefined) === (input.scopes === undefined))
      throw new CommandError('Give either --preset or --scopes.')
    await perform('key create', Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)))
  },
}

const listOf = (given: Given, name: string) =>
  textOf(given, name)
    ?.split(',')
    .map((part) => part.trim())
    .filter(Boolean)
