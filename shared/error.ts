import { z } from 'zod'
import { type FaultReason, faultReasons } from './fault.ts'

/** All error codes of the API. Clients accept unknown codes. */
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
 * The reason for an error, more specific than the code. Programs decide by it and clients translate it. The
 * descriptions name the contents of `params`. Clients that do not know a reason fall back to the code.
 */
export const errorReasons = {
  invalid_body: 'The body cannot be parsed. If it is nested too deeply, `levels` is the limit.',
  invalid_fields: 'Some fields are invalid. `faults` lists them.',
  invalid_request: 'Another part of the request is invalid.',
  too_large: 'The body is too large. `bytes` or `values` is the limit.',
  files_off: 'The site does not accept files in chats.',
  files_live_only: 'The site accepts files only while the team handles the chat.',
  file_not_accepted: 'The type or content of the file is not accepted.',
  too_many_files: 'The visitor has sent as many files as a chat may have. `limit`.',
  job_files_off: 'The site does not accept files of jobs.',
  too_many_job_files: 'The job has reached its limit of files. `limit`.',
  file_link_expired: 'The link to the file has expired, or was changed.',
  storage_full: 'The files of the site take up the `gigabytes` that they may.',
  wrong_method: 'The path does not support this method. `method`, `allowed`.',
  invalid_idempotency_key: 'The Idempotency-Key is empty or longer than `max` characters.',
  site_missing: 'There are several sites and the request names none.',
  unknown_site: 'The site does not exist. `site`.',
  unknown_route: 'The route does not exist.',
  unknown_record: 'A record named by the request does not exist. `record` is its type.',
  unknown_account: 'No account has this email.',
  token_missing: 'The request has no key, session or chat token.',
  token_unknown: 'The key, session or chat token is unknown, revoked or expired.',
  key_in_address: 'A key was sent in the URL.',
  wrong_sign_in: 'The email or the password is wrong.',
  link_used: 'The sign-in link is unknown, already used or expired.',
  session_over: 'The session has expired or does not exist.',
  wrong_password: 'The current password is wrong.',
  password_guessable: 'The password is too easy to guess.',
  challenge_missing: 'The bot challenge must be completed.',
  challenge_failed: 'The bot challenge failed.',
  scope_missing: 'The caller lacks the scope `scope`.',
  other_site: 'The key belongs to another site.',
  address_not_allowed: "The caller's IP address is not allowed.",
  origin_not_allowed: "The page's origin is not allowed. `origin`.",
  origin_missing: 'Only web pages may send this request, and it has no origin.',
  admin_only: 'Only an admin may do this.',
  person_only: 'Only a signed-in person may do this.',
  owner_link: 'Only the owner can create sign-in links for the owner.',
  owner_stays: 'The owner is set by the deployment and cannot be changed here.',
  beyond_own_key: 'A key cannot grant more than it has. `scope`, if the scope is the problem.',
  account_email_taken: 'Another account has this email.',
  contact_email_taken: '`error.id` is the contact that has this email.',
  contact_empty: 'A contact must keep a name, an email or a phone number.',
  too_many_contacts: 'More than `max` contacts match the filter.',
  workbook_failed: 'The workbook could not be made.',
  attribute_key_taken: '`error.id` is the attribute that has this key.',
  name_taken: '`error.id` is the record that has this name. `record` is its type.',
  shortcut_taken: '`error.id` is the canned reply that has this shortcut. `shortcut`.',
  title_taken: '`error.id` is the entry that has this title.',
  too_many_attributes: 'The site has reached its limit of attributes. `limit`.',
  too_many_blocked: 'The site has reached its limit of blocked addresses. `limit`.',
  too_many_bulk_changes: 'The site has reached its limit of bulk changes that have not ended. `limit`.',
  too_many_canned_replies: 'The site has reached its limit of canned replies. `limit`.',
  too_many_keys: 'The site has reached its limit of active keys. `limit`.',
  too_many_labels: 'The site has reached its limit of labels. `limit`.',
  too_many_views: 'The site has reached its limit of saved views. `limit`.',
  too_many_tools: 'The site has reached its limit of tools. `limit`.',
  no_email_address: 'No email address is known.',
  address_refuses_email: 'The address is unsubscribed, or its mail server refuses it.',
  too_many_emails: 'Too many emails were sent.',
  no_email_service: 'The site has no email service.',
  not_connected: 'An integration has no key. `name`.',
  integration_failed: 'The provider of an integration failed. `why`.',
  webhook_disabled: 'The endpoint is disabled.',
  too_many_webhooks: 'The site has reached its limit of webhook endpoints. `limit`.',
  too_many_tags: 'The site has reached its limit of tags. `limit`.',
  stage_in_use: 'Jobs are in the stage that would be removed. `stage`, `count`.',
  stage_too_full: 'The stage has more jobs than one request changes. `stage`, `count`, `limit`.',
  field_in_use: 'Jobs have values of the field that would be removed. `field`, `count`.',
  bookings_off: 'The site takes no appointments.',
  time_taken: 'The time is not free. `conflicts` lists what takes it, `next` the next free times. `start`, `end`.',
  time_not_offered: 'The time was not offered in this conversation, or too long ago. `next` lists free times.',
  book_elsewhere: 'The calendar only takes bookings on its own page. `url`.',
  calendar_failed: 'The calendar failed. `why`.',
  busy_time: 'Busy time of the synced calendar can only be changed there.',
  appointment_over: 'The appointment has taken place already.',
  appointment_changed: 'Somebody else changed the appointment at the same time.',
  moved_by_link: 'The appointment can only be moved on the page of the calendar. `url`.',
  sync_off: 'No calendar is synced.',
  conversation_taken: 'Someone else took over the conversation. `name`.',
  conversation_ended: 'The visitor ended the conversation.',
  conversation_full: 'The conversation has reached its limit of messages.',
  newer_messages: 'There are newer messages than `lastSeenMessageId`; `unseen` lists them.',
  visitor_waits: 'The visitor is waiting for a person.',
  already_read: 'The visitor has read what was to be undone.',
  chat_continued: 'The conversation has continued since.',
  nothing_to_undo: 'Nobody closed the conversation or handed it back.',
  assistant_has_it: 'The assistant already handles the conversation.',
  live_off: 'Live chat is off.',
  no_person: 'No person has answered in the conversation.',
  copilot_off: 'The copilot is off for this site.',
  no_contact: 'The conversation has no contact.',
  no_address: 'The conversation was started over the API, so there is no IP address.',
  address_forgotten: "The visitor's IP address is no longer stored.",
  own_address: 'All visitors appear to connect from this machine. Set its proxy in `TRUST_PROXY`.',
  chat_expired: 'The chat was inactive for too long.',
  start_expired: 'The start that this request repeats is too old.',
  answers_pending: 'Earlier messages must be answered first.',
  answer_running: 'The last message is still being answered.',
  reply_lost: 'The reply was lost.',
  greeting_abandoned: 'The caller left before the greeting was ready.',
  assistant_busy: 'The AI backend is busy.',
  assistant_failed: 'The AI backend failed.',
  no_website: 'The settings contain no website.',
  other_website: "The page does not belong to the site's website. `website`.",
  no_failed_page: 'There are no failed pages.',
  crawl_running: 'A crawl is already running; `error.id` is the run.',
  model_fetch_running: 'Another model is being downloaded; `error.id` is the download. `model`.',
  model_check_running: 'This server is already checking a model.',
  foreign_backend: 'The site uses its own AI backend, which stores its own instructions.',
  prompt_changed: 'Another version was published in the meantime. `version`.',
  secret_in_configuration: 'The secret is set in the configuration file.',
  bot_of_other_site: 'The Telegram bot is connected to another site.',
  telegram_refused: 'Telegram rejected the call. `what`, `why`.',
  telegram_unreachable: 'Telegram could not be reached. `why`.',
  token_unreadable: 'The stored token cannot be decrypted.',
  events_pruned: 'The event does not exist or is no longer in the log.',
  idempotency_key_reused: 'The Idempotency-Key was already used with a different body.',
  answer_not_kept: 'The request was already carried out, and its response is not stored.',
  taken_over: 'Another server restarted the request.',
  too_many_requests: 'Too many requests. Retry after `seconds`.',
  too_many_chats: 'Too many chats at once.',
  daily_messages_used: "The site's daily message limit is reached.",
  upload_lost: 'The file is no longer stored. Send it again.',
  caller_left: 'The caller disconnected.',
  stopping: 'The server is shutting down.',
  clock_apart: "The server's clock differs from the database's.",
  database_unavailable: 'The database is not responding.',
  internal: 'An internal error.',
} as const
export type ErrorReason = keyof typeof errorReasons

/** The numbers and names in an error message. */
export const ErrorParams = z.record(z.string(), z.union([z.string(), z.number()]))
export type ErrorParams = z.infer<typeof ErrorParams>

/** A list of codes and their descriptions, as shown in OpenAPI. */
export const described = (reasons: Record<string, string>) =>
  Object.entries(reasons)
    .map(([reason, text]) => `- \`${reason}\`: ${text}`)
    .join('\n')

const FaultReasonSchema = z.enum(Object.keys(faultReasons) as [FaultReason, ...FaultReason[]]).meta({
  id: 'FaultReason',
  description: `What is wrong with the field. More reasons may be added.\n${described(faultReasons)}`,
})

const ErrorReason = z.enum(Object.keys(errorReasons) as [ErrorReason, ...ErrorReason[]]).meta({
  id: 'ErrorReason',
  description: `The reason, more specific than the code. More reasons may be added; fall back to the code.\n${described(errorReasons)}`,
})

export const ErrorBody = z
  .object({
    error: z.object({
      code: ErrorCode,
      message: z.string().describe('Safe to show to users. The wording may change, so decide by `reason`.'),
      reason: ErrorReason,
      params: ErrorParams.optional().describe('The values in the message, such as a limit; see `reason`.'),
      retryAfter: z.int().optional().describe('Seconds to wait. Present on every 429.'),
      id: z
        .string()
        .optional()
        .describe('On 409: id of the conflicting record, such as the one that has the value or the run in progress.'),
    }),
    faults: z
      .array(
        z.object({
          field: z.string().describe('The path of the field, for example `contact.email`.'),
          message: z.string(),
          reason: FaultReasonSchema,
          params: ErrorParams.optional().describe('The values in the message; see `reason`.'),
        }),
      )
      .optional()
      .describe('On 400: one entry per invalid field.'),
  })
  .meta({ id: 'Error', description: 'The body of every error. It may contain other fields beside `error`.' })
export type ErrorBody = z.infer<typeof ErrorBody>
