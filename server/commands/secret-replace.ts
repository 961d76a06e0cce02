import { createSeal, secretCheck } from '../core/seal.ts'
import type { Sql } from '../database/database.ts'
import { findSecretCheck } from '../database/installation.ts'
import { lockAlone } from '../database/lock.ts'
import { schemaState } from '../database/migrate.ts'
import { findSecret, secretOf } from '../secret.ts'
import { type Cli, type Command, CommandError, inUse } from './command.ts'
import { auditCommand, migrations, refuseNoDatabase } from './database.ts'
import { counted } from './terminal.ts'

export const command: Command = {
  description: [
    'Uses SVC_SECRET, or the one in DATA_DIR/secret, which is created if it is missing. API keys, sign-ins and encrypted values ',
    'of the old secret are lost: without --yes, this only lists them. Passwords, conversations, contacts and knowledge stay. ',
    'The server must be stopped. If a backup contains the old secret (--with-secret), restore that instead.',
  ],
  options: { yes: { type: 'boolean', summary: 'replace the secret' } },
  run: (cli, { values }) => replaceSecret(cli, values.yes === true),
}

type Lost = Record<'keys' | 'sessions' | 'browsers' | 'bots' | 'identities' | 'webhooks' | 'headers', number>

/**
 * Makes the database use the configured secret while no server uses it. Without `sure`, only lists what would be lost.
 */
async function replaceSecret({ config, out, openAlone }: Cli, sure: boolean): Promise<void> {
  const { secret, dataDir } = config()
  refuseNoDatabase(config())
  const database = await openAlone()
  try {
    const { applied, expected } = await schemaState(database.sql, migrations)
    if (applied !== expected)
      throw new CommandError('The database has a different version. Run the command migrate first.')
    const found = secret ?? findSecret(dataDir)
    if (found !== undefined && (await findSecretCheck(database.sql)) === secretCheck(createSeal(found))) {
      out.note('The secret is already the one that this database is used with. Nothing was changed.')
      return
    }
    const lost = await countLost(database.sql)
    const what = sentencesOf(lost)
    if (!sure) {
      for (const line of ['Replacing the secret permanently loses:', ...what]) out.note(line)
      throw new CommandError('Nothing was changed. Use --yes to replace it.')
    }
    await adoptSecret(database.sql, secret ?? secretOf(dataDir))
    for (const line of ['The secret was replaced. Lost permanently:', ...what]) out.note(line)
  } finally {
    await database.close()
  }
}

async function countLost(sql: Sql): Promise<Lost> {
  const [lost] = await sql<[Lost]>`
    select (select count(*) from api_keys where revoked_at is null) as keys,
      (select count(*) from sessions) as sessions,
      (select count(*) from push_subscriptions) as browsers,
      (select count(*) from telegram where token is not null) as bots,
      (select count(*) from site_settings where identity_secret is not null) as identities,
      (select count(*) from webhooks) as webhooks,
      (select count(*) from tools where headers @> '[{"secret": true}]')
        + (select count(*) from webhooks where headers @> '[{"secret": true}]')
        + (select count(*) from email_services where headers @> '[{"secret": true}]' or smtp ->> 'password' <> '')
        + (select count(*) from integrations) as headers`
  return lost
}

const sentencesOf = ({ keys, sessions, browsers, bots, identities, webhooks, headers }: Lost): string[] => [
  `  ${counted(keys, 'API key')}: create new ones.`,
  `  ${counted(sessions, 'sign-in')}: everybody must sign in again; passwords stay, links are invalid.`,
  `  ${counted(browsers, 'push subscription')}: enable notifications again in each browser.`,
  `  ${counted(bots, 'Telegram bot')}: connect each again.`,
  `  ${counted(identities, 'identity secret')} created here: create new ones, for the servers that sign visitor tokens.`,
  `  ${counted(webhooks, 'signing secret')} of webhook endpoints: replace each, and give it to its receiver.`,
  `  ${counted(headers, 'stored key')} of tools, webhooks, email and integrations: enter each again.`,
  '  The signature of requests to custom AI backends: see the command site secret.',
  "  Open chats in visitors' browsers: each starts a new conversation. The old ones stay in the inbox.",
]

/** Removes everything that only the old secret can verify or decrypt, so that nothing invalid looks valid. */
async function adoptSecret(sql: Sql, secret: string): Promise<void> {
  const now = Date.now()
  await sql.begin(async (transaction) => {
    const tx = transaction as unknown as Sql
    if (!(await lockAlone(tx))) throw new CommandError(inUse('secret replace'))
    await tx`update api_keys set revoked_at = ${now} where revoked_at is null`
    await tx`delete from sessions`
    await tx`delete from sign_in_links`
    await tx`delete from push_keys`
    await tx`delete from idempotency`
    await tx`update site_settings set identity_secret = null where identity_secret is not null`
    await tx`update telegram set status = 'error', last_error_at = ${now}, reason = 'telegram_token', params = '{}',
      last_error = 'The stored token cannot be read any more. Connect the bot again.' where token is not null`
    const unreadable = {
      last_error: 'A stored secret cannot be read any more. Enter it again.',
      reason: 'secret_unreadable',
    }
    await tx`update webhooks set ${tx({ ...unreadable, last_status: 'error', last_at: now })}, params = '{}'`
    await tx`update tools set ${tx({ ...unreadable, last_at: now })}, params = '{}' where headers @> '[{"secret": true}]'`
    await tx`
      update email_services set ${tx({ ...unreadable, last_status: 'error', last_at: now })}, params = '{}'
      where headers @> '[{"secret": true}]' or smtp ->> 'password' <> ''`
    await tx`update integrations set ${tx({ ...unreadable, status: 'error', last_at: now })}, params = '{}'`
    await tx`update installation set secret_check = ${secretCheck(createSeal(secret))}`
    await auditCommand(tx, { action: 'secret replace', at: now })
  })
}
