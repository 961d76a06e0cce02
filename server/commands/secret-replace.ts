import type { Command } from './command.ts'

export const secretReplace: Command = {
  name: 'secret replace',
  usage: '[--yes]',
  says: 'Use another secret, where the old one is lost for good',
  more: [
    'Takes SVC_SECRET, or the one in DATA_DIR/secret, which is made where it is missing. API keys, sign-ins and sealed values',
    'of the old secret are lost: without --yes, this only says which. Passwords, conversations, contacts and knowledge stay.',
    'The server must be stopped. If any backup holds the old secret (--with-secret), put that one back instead.',
  ],
  positionals: [],
  options: { yes: { type: 'boolean', says: 'do it' } },
  async run(surroundings, { values }) {
    const { replaceSecret } = await import('./replace-secret.ts')
    await replaceSecret(surroundings, values.yes === true)
  },
}
