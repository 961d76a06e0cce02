import { z } from 'zod'
import { described, ErrorParams } from './error.ts'

/**
 * Why something failed or was left out: a page, a crawl, a file, an outgoing call, a part of the server. Programs decide
 * by it and clients translate it. Each has a description and the names of its `params`.
 */
export const failureReasons = {
  // Calls to other servers
  call_aborted: ['The call was aborted.'],
  host_unresolved: ['The host does not exist.', 'host'],
  host_unreachable: ['The host cannot be reached.', 'host'],
  calendar_failed: ['The calendar failed: `why`.', 'why'],
  busy_unreadable: ['The calendar file cannot be read: `why`.', 'host', 'why'],
  busy_cut: ['The calendar file has more busy times than are used. Later ones are left out.', 'host', 'max'],
  busy_events_unreadable: ['Some events of the calendar file cannot be read and block no time.', 'host', 'count'],
  certificate_invalid: ['The host has no valid certificate.', 'host'],
  connection_broken: ['The connection broke, or was not HTTP.', 'host'],
  answer_slow: ['The response took too long.', 'host', 'seconds'],
  answer_too_large: ['The response is too large.', 'bytes'],
  answer_status: ['The response has an error status.', 'status'],
  answer_unreadable: ['The response is compressed in an unsupported way.'],
  headers_invalid: ['The configured headers contain characters that no header may have.', 'host'],
  address_invalid: ['The address is not a URL.'],
  address_insecure: ['The address must begin with https://.'],
  address_with_password: ['The address contains a user name or password.'],
  address_private: ['The address is private, and the configuration does not allow it.', 'host'],
  too_many_redirects: ['The host redirects too often.', 'host', 'max'],
  secret_unreadable: ['A stored secret was encrypted with another SVC_SECRET.'],
  emails_bounced: ['The mail servers of visitors refused emails within a day.', 'count'],
  mail_refused: ['The mail server or provider rejects the email.', 'why'],
  webhook_paused: ['The endpoint failed for three days and was disabled.', 'host'],
  values_refused: ['A value would change the host or the path of the address.'],
  argument_missing: ['The model left out a required parameter of a tool.', 'name'],
  // Pages
  robots_disallows: ['The robots.txt disallows the page.'],
  robots_status: ['The robots.txt has an error status, so no page may be read.', 'status'],
  page_noindex: ['The page is marked as noindex.'],
  page_elsewhere: ['The page leads to another website.', 'host'],
  page_duplicate: ['The page is a duplicate of another page.', 'url'],
  page_empty: ['The page has no text.'],
  page_gone: ['The page no longer exists.'],
  page_forbidden: ['The website denies access.', 'status'],
  page_type: ['The URL is not a page but another kind of content.', 'type'],
  pages_unreadable: ['Many pages in a row were too large or too deeply nested, so the others were not tried.', 'count'],
  page_unreadable: ['The page is too large or too deeply nested.'],
  scripts_slow: ['The scripts of the page did not end in time.', 'seconds'],
  scripts_memory: ['The scripts of the page take too much memory.'],
  scripts_failed: ['The browser could not render the page.'],
  browser_missing: ['The scripts of pages were not run, because there is no browser.'],
  crawl_gave_up: ['The crawl failed several times.', 'times'],
  no_sitemap: ['There is no sitemap. The pages are the links of the home page.'],
  sitemap_invalid: ['It is not a sitemap, or too large.'],
  sitemaps_cut: ['The sitemaps have more pages than are taken.', 'max'],
  sitemaps_damaged: ['Several sitemaps could not be read, so the others were not tried.', 'count'],
  sitemaps_slow: ['Reading the sitemaps took too long, so the rest was left out.', 'seconds'],
  patterns_costly: ['Matching the patterns takes too long, so not all pages are suggested.'],
  // Files
  file_scan: ['No text was found. The file may be a scan.'],
  file_charset: ['The characters of the file are encoded in an unknown way.'],
  file_empty: ['The file has no text.'],
  file_old_word: ['The file is protected by a password, or was written by a Word older than 2007.'],
  file_password: ['The file is protected by a password.'],
  file_no_pdf: ['The file is not a readable PDF.'],
  file_columns: ['The table has too many columns.', 'max'],
  file_no_table: ['The table has a quotation mark that is not closed.'],
  file_no_json: ['The file is not valid JSON.'],
  file_nested: ['The JSON is nested too deeply.', 'max'],
  file_parts: ['The document has too many parts.', 'max'],
  file_unpacked: ['The file is too large when unpacked.'],
  file_slow: ['Reading the file takes too long.'],
  file_memory: ['Reading the file takes too much memory.'],
  file_damaged: ['The file is damaged.'],
  file_gave_up: ['Learning the file failed several times.', 'times'],
  files_failed: ['Some files could not be read; `GET /knowledge/files` has the reason of each.', 'names'],
  // Models, and other programs that the assistant uses
  model_unreachable: ['The model server does not respond.', 'url'],
  model_slow: ['The model server took too long.', 'url', 'seconds'],
  model_absent: ['The model server has no such model or path.', 'url', 'status'],
  model_key: ['The model server rejects the key.', 'url', 'status'],
  model_busy: ['The model server is busy.', 'url', 'status'],
  model_status: ['The model server has another error status.', 'url', 'status'],
  model_stopped: ['The model server stopped in the middle of a response.', 'url'],
  model_invalid: ['The model server violates its protocol.', 'url'],
  model_silent: ['The model did not begin to respond in time.', 'seconds'],
  model_loading: ['The model server loads its model.', 'url', 'status'],
  model_prompt_long: ['The prompt is longer than the context window of the model server.', 'url', 'tokens', 'window'],
  model_paused: ['The model server was silent several times, and is paused.'],
  model_unknown: ['The model server does not have this model.', 'model'],
  model_no_chat: ['The model cannot chat.', 'model'],
  model_none: ['The model server has no model that can chat.'],
  model_no_embedding: ['The model server has no embedding model.'],
  model_no_answer: ['No model answered.'],
  model_replaced: ['The embedding model was replaced while it was in use.'],
  embedding_slow: ['Embedding took too long.', 'seconds'],
  reranker_slow: ['The reranker took too long.', 'seconds'],
  reranker_status: ['The reranker has an error status.', 'status'],
  reranker_invalid: ['The reranker violates its protocol.'],
  backend_status: ["The site's AI backend has an error status.", 'status'],
  backend_failed: ["The site's AI backend reports that it failed, or ended its response early."],
  backend_invalid: ["The site's AI backend violates its protocol."],
  // Telegram
  telegram_token: ['The token of the bot is invalid or unreadable.'],
  telegram_chat: ["The bot cannot use the team's chat.", 'why'],
  telegram_topics: ['The bot may not manage topics in the chat.'],
  telegram_refused: ['Telegram rejected the call.', 'why'],
  telegram_failed: ['Telegram failed.', 'why'],
  // Integrations
  integration_key: ['The provider of an integration does not accept the key.', 'name', 'why'],
  integration_scopes: ['The token of an integration lacks scopes.', 'name', 'scopes'],
  integration_licence: ['The self-hosted Cal.com has no valid licence key, so its API accepts no keys.', 'why'],
  integration_account: ['A calendar account must be connected again.', 'name', 'why'],
  integration_refused: ['The provider of an integration rejects a call.', 'name', 'why'],
  integration_limited: ['The provider of an integration allows no further calls for a while.', 'name', 'seconds'],
  integration_failed: ['The provider of an integration failed.', 'name', 'why'],
  integration_invalid: ['An answer of the provider of an integration is not the documented one.', 'name', 'field'],
  // The server
  database_full: ["The database's disk is full."],
  database_slow: ['The database did not store a change in time.', 'seconds'],
  database_refuses: ['The database stores no changes. `code` may be empty.', 'code'],
  budget_used_up: ['The AI budget of the day is used up.'],
  budget_low: ['Most of the AI budget of the day is used, so replies are shorter.'],
  daily_cap: ['The daily message limit is reached.', 'limit'],
  knowledge_empty: ['The assistant has learned nothing yet.'],
  tasks_late: ['Background work has been waiting for too long.', 'minutes'],
  task_failed: ['Background work failed several times.', 'why'],
} as const satisfies Record<string, readonly [description: string, ...params: string[]]>
export type FailureReason = keyof typeof failureReasons

type NamesOf<R extends FailureReason> = (typeof failureReasons)[R] extends readonly [string, ...infer Names]
  ? Extract<Names[number], string>
  : never

/** The values in the sentence of a reason. */
export type FailureParams<R extends FailureReason> = Record<NamesOf<R>, string | number>

const reasons = Object.keys(failureReasons) as [FailureReason, ...FailureReason[]]

const descriptions = Object.fromEntries(
  Object.entries(failureReasons).map(([reason, [text, ...names]]) => [
    reason,
    [text, ...names.map((name) => `\`${name}\`.`)].join(' '),
  ]),
)

export const FailureReason = z.enum(reasons).meta({
  id: 'FailureReason',
  description: `Why something failed or was left out. More reasons may be added.\n${described(descriptions)}`,
})

/** The fields beside an English sentence, for programs. */
export const failureFields = {
  reason: FailureReason.nullable().describe(
    'The same for programs. Null if nothing failed, and for failures that have no reason, such as those that an earlier version stored.',
  ),
  params: ErrorParams.nullable().describe('The values in the text; see `reason`. Null without a reason.'),
}
