import { z } from 'zod'
import { type FaultReason, faultReasons } from './fault.ts'

/** Every code that an error of the API can carry. Clients accept codes that they do not know. */
export const ErrorCode = z.enum([
  'bad_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'conflict',
  'gone',
  'rate_limited',
  'quota_exceeded',
  'connector_error',
  'unavailable',
  'internal',
])
export type ErrorCode = z.infer<typeof ErrorCode>

/**
 * Why a request was refused, more exactly than the code: what a program decides by, and what a client translates. The texts
 * say what `params` holds. Clients accept reasons that they do not know and go by the code then.
 */
export const errorReasons = {
  invalid_body: 'The body is not what this route reads. `levels` is the limit, where it is nested too deeply.',
  invalid_fields: 'Fields are not valid. `faults` names each.',
  invalid_request: 'Something else in the request is not valid.',
  too_large: 'The body is too large. `bytes` or `values` is the limit.',
  wrong_method: 'The path has other methods. `method`, `allowed`.',
  invalid_idempotency_key: 'The Idempotency-Key is empty or has more than `max` characters.',
  site_missing: 'There are several sites, and the request names none.',
  unknown_site: 'There is no such site. `site`.',
  unknown_route: 'There is no such route.',
  unknown_record: 'A record that the request names does not exist. `record` is its kind.',
  unknown_account: 'Nobody signs in with this email.',
  token_missing: 'The request shows no key, session or chat token.',
  token_unknown: 'The key, session or chat token is unknown, revoked or expired.',
  key_in_address: 'A key was sent in the address.',
  wrong_sign_in: 'The email or the password is wrong.',
  link_used: 'The sign-in link is unknown, used or expired.',
  session_over: 'The session is over, or there is none.',
  wrong_password: 'The current password is wrong.',
  password_guessable: 'The password is easy to guess.',
  challenge_missing: 'The bot challenge has to be answered.',
  challenge_failed: 'The answer to the bot challenge was not accepted.',
  scope_missing: 'The caller lacks a scope. `scope`.',
  other_site: 'The key belongs to another site.',
  address_not_allowed: 'The address of the caller is not allowed.',
  origin_not_allowed: 'The origin of the page is not allowed. `origin`.',
  origin_missing: 'Only pages may ask this, and the request names no origin.',
  admin_only: 'Only an admin may do this.',
  person_only: 'Only a signed-in person may do this.',
  owner_link: 'Only the owner makes sign-in links for the owner.',
  owner_stays: 'The owner is set by the deployment.',
  beyond_own_key: 'A key gives no more than it may itself. `scope`, where it is about one.',
  account_email_taken: 'An account has this email.',
  contact_email_taken: '`error.id` is the contact that has this email.',
  contact_empty: 'A contact keeps a name, an email or a phone number.',
  attribute_key_taken: '`error.id` is the attribute that has this key.',
  name_taken: '`error.id` is the record that has this name. `record` is its kind.',
  shortcut_taken: '`error.id` is the canned reply that has this shortcut. `shortcut`.',
  title_taken: '`error.id` is the entry that has this title.',
  too_many_attributes: 'The site has as many attributes as it may. `limit`.',
  too_many_blocked: 'The site blocks as many addresses as it may. `limit`.',
  too_many_canned_replies: 'The site has as many canned replies as it may. `limit`.',
  too_many_keys: 'The site has as many active keys as it may. `limit`.',
  too_many_labels: 'The site has as many labels as it may. `limit`.',
  too_many_tags: 'The site has as many tags as it may. `limit`.',
  conversation_taken: 'Somebody took the conversation. `name`.',
  conversation_ended: 'The visitor ended the conversation.',
  conversation_full: 'The conversation has as many messages as it may.',
  newer_messages: 'Somebody wrote after the message that was seen last; `unseen` holds what.',
  assistant_has_it: 'The assistant has the conversation already.',
  live_off: 'Live chat is off.',
  no_contact: 'The conversation has no contact.',
  no_address: 'The visitor came over the API, so there is no address.',
  address_forgotten: 'The address of the visitor is no longer known.',
  own_address: 'All visitors seem to come from this machine: name its proxy in `TRUST_PROXY`.',
  chat_expired: 'The chat was not used for too long.',
  start_expired: 'The start that this repeats is too long ago.',
  answers_pending: 'The answers to the last messages come first.',
  answer_running: 'The last message is still being answered.',
  reply_lost: 'The reply was lost.',
  greeting_abandoned: 'Nobody waited for the greeting.',
  assistant_busy: 'The AI backend is busy.',
  assistant_failed: 'The AI backend failed.',
  no_website: 'The site has no website in its settings.',
  other_website: 'The page is not of the website of the site. `website`.',
  no_failed_page: 'No page failed.',
  crawl_running: 'The website is being learned; `error.id` is the run.',
  model_fetch_running: 'Another model is being fetched; `error.id` is the fetch. `model`.',
  foreign_backend: 'An AI backend of your own answers: its instructions are kept there.',
  prompt_changed: 'Another version was published meanwhile. `version`.',
  secret_in_configuration: 'The secret is in the configuration file.',
  bot_of_other_site: 'The Telegram bot works for another site.',
  telegram_refused: 'Telegram refused the call. `what`, `why`.',
  telegram_unreachable: 'Telegram could not be asked. `why`.',
  token_unreadable: 'The stored token cannot be read.',
  events_pruned: 'The log has no such event, or keeps it no longer.',
  idempotency_key_reused: 'The Idempotency-Key was used with another body.',
  answer_not_kept: 'The request was carried out before; its answer is not kept.',
  taken_over: 'Another server began the request anew.',
  too_many_requests: 'Too many requests. `seconds` to wait.',
  too_many_chats: 'Too many chats at once.',
  daily_messages_used: 'The messages of this day are used up.',
  caller_left: 'The caller left.',
  stopping: 'The server is about to stop.',
  clock_apart: 'The clock of the server is not that of its database.',
  database_unavailable: 'The database does not answer.',
  internal: 'A fault of ours.',
} as const
export type ErrorReason = keyof typeof errorReasons

/** What the sentence of an error names: numbers, names. */
export const ErrorParams = z.record(z.string(), z.union([z.string(), z.number()]))
export type ErrorParams = z.infer<typeof ErrorParams>

/** A list of codes with what each means, as OpenAPI shows it. */
const described = (reasons: Record<string, string>) =>
  Object.entries(reasons)
    .map(([reason, text]) => `- \`${reason}\`: ${text}`)
    .join('\n')

const FaultReasonSchema = z.enum(Object.keys(faultReasons) as [FaultReason, ...FaultReason[]]).meta({
  id: 'FaultReason',
  description: `What is wrong with a field. New reasons may come.\n${described(faultReasons)}`,
})

const ErrorReason = z.enum(Object.keys(errorReasons) as [ErrorReason, ...ErrorReason[]]).meta({
  id: 'ErrorReason',
  description: `Why, more exactly than the code. New reasons may come: go by the code then.\n${described(errorReasons)}`,
})

export const ErrorBody = z
  .object({
    error: z.object({
      code: ErrorCode,
      message: z.string().describe('Safe to show to a person. Its wording may change: decide by `reason`.'),
      reason: ErrorReason,
      params: ErrorParams.optional().describe('What the message names, such as a limit; see `reason`.'),
      retryAfter: z.int().optional().describe('Seconds to wait; present on every 429.'),
      id: z
        .string()
        .optional()
        .describe('Of a 409: the record in the way, such as the one that has the value or the run that is not over.'),
    }),
    faults: z
      .array(
        z.object({
          field: z.string().describe('Its path, such as `contact.email`.'),
          message: z.string(),
          reason: FaultReasonSchema,
          params: ErrorParams.optional().describe('What the message names; see `reason`.'),
        }),
      )
      .optional()
      .describe('Of a 400: each field at fault.'),
  })
  .meta({ id: 'Error', description: 'The body of every error. Other fields may stand beside `error`.' })
export type ErrorBody = z.infer<typeof ErrorBody>
