/** What is wrong with a field, for clients to translate. The descriptions name the contents of `params`. */
export const faultReasons = {
  not_valid: 'No specific reason.',
  required: 'The field is missing.',
  empty: 'An empty text.',
  wrong_type: 'The value has the wrong type. `expected`.',
  wrong_value: 'The value is not in the list. `allowed`.',
  wrong_format: 'The text has the wrong format. `format`.',
  too_long: 'More than `max` characters.',
  too_short: 'Fewer than `min` characters.',
  too_many: 'More than `max` entries.',
  too_few: 'Fewer than `min` entries.',
  too_high: 'A number over `max`.',
  too_low: 'A number under `min`.',
  web_address: 'It does not begin with https:// or http://.',
  color: 'Not a colour such as `example`.',
  origin: 'Not an origin such as `example` or `wildcard`.',
  glob_start: 'A pattern must begin with / or *.',
  glob_wildcards: 'A pattern can have at most `max` wildcards.',
  glob_characters: 'A pattern must not contain any of `characters`.',
  field_name: 'A name must begin with a letter and contain only letters, digits, underscores, hyphens and dots.',
  names_differ: 'Two entries have the same name.',
  ids_differ: 'Two entries have the same id.',
  past_midnight: 'A range of hours ends on the day on which it begins.',
  options_missing: 'A select field needs options.',
  name_missing: 'The text must contain `name`.',
  phone_or_email: 'The form needs a phone number or an email.',
  header_name: 'Not a name of a header.',
  header_reserved: 'The product sets this header itself.',
  header_value: 'A header has no line breaks, and only characters of Latin-1.',
  header_placeholder: 'A header has no placeholders.',
  url_template: 'Not a URL whose placeholders are all in its path and query.',
  address_refused: 'The address must not be called: it is private, or not https.',
  sender_example: 'The sender is still the example.',
  tool_name: 'A name has lower-case letters, digits and underscores, and begins with a letter.',
  tool_name_reserved: 'The name belongs to other placeholders.',
  path_invalid: 'Not a path such as delivery.date.',
  extract_before: 'A tool that reads the finished chat cannot run before it.',
  when_without_after: 'A condition needs a tool that runs after the chat.',
  placeholder_unknown: 'A placeholder does not exist. `name`.',
  contact_empty: 'A contact needs a name, an email or a phone number.',
} as const
export type FaultReason = keyof typeof faultReasons

export type Rule = { error: string; params: { reason: FaultReason } & Record<string, string | number> }

/** Options of a zod check: the message and the reason that `faults` reports. */
export const rule = (reason: FaultReason, error: string, params: Record<string, string | number> = {}): Rule => ({
  error,
  params: { reason, ...params },
})
