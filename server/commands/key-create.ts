import type { KeyCreated } from '../../shared/key.ts'
import { keyOperations } from '../features/keys.ts'
import { type Args, type Command, CommandError, needed, numberOf, onlyGiven, siteOption, textOf } from './command.ts'
import { callOperation } from './database.ts'

export const command: Command = {
  description: ['Only the key is written to standard output, so that it can be piped.'],
  options: {
    name: { type: 'string', value: '<name>', summary: 'the name of the key' },
    preset: { type: 'string', value: '<preset>', summary: 'chat, crm, read or full' },
    scopes: { type: 'string', value: '<a,b>', summary: 'scopes separated by commas, instead of a preset' },
    site: siteOption,
    'expires-in-days': { type: 'string', value: '<days>', summary: '1 to 3650; default: never expires' },
    'allow-ips': { type: 'string', value: '<a,b>', summary: 'IP addresses or ranges that may use it' },
    'rate-per-minute': { type: 'string', value: '<count>', summary: "default: the site's setting" },
  },
  async run({ runTask }, args) {
    const input = {
      name: needed(args, 'name'),
      preset: textOf(args, 'preset'),
      scopes: listOf(args, 'scopes'),
      site: textOf(args, 'site'),
      expiresInDays: numberOf(args, 'expires-in-days'),
      allowIps: listOf(args, 'allow-ips'),
      ratePerMinute: numberOf(args, 'rate-per-minute'),
    }
    if ((input.preset === undefined) === (input.scopes === undefined))
      throw new CommandError('Use either --preset or --scopes.')
    await runTask(onlyGiven(input))
  },
  task: {
    needs: 'schema',
    async run(services, input, out) {
      const created = await callOperation<KeyCreated>(services, keyOperations.create, input)
      out.line(created.key)
      const { id, site, expiresAt } = created
      const until = expiresAt === null ? 'never expires' : `expires on ${new Date(expiresAt).toISOString()}`
      out.note(`Key ${id} of site ${site} ${until}. It is shown only once: save it now.`)
    },
  },
}

const listOf = (args: Args, name: string) =>
  textOf(args, name)
    ?.split(',')
    .map((part) => part.trim())
    .filter(Boolean)
