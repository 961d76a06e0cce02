/** What is wrong with a field: what a client translates. The texts say what `params` holds. */
export const faultReasons = {
  not_valid: 'Nothing more exact.',
  required: 'The field is missing.',
  empty: 'A text with nothing in it.',
  wrong_type: 'Another type of value. `expected`.',
  wrong_value: 'None of the values that there are. `allowed`.',
  wrong_format: 'A text of another form. `format`.',
  too_long: 'More than `max` characters.',
  too_short: 'Fewer than `min` characters.',
  too_many: 'More than `max` entries.',
  too_few: 'Fewer than `min` entries.',
  too_high: 'A number over `max`.',
  too_low: 'A number under `min`.',
  web_address: 'It does not begin with https:// or http://.',
  color: 'No colour such as `example`.',
  origin: 'No protocol with a host name alone, such as `example` or `wildcard`.',
  glob_start: 'A pattern begins with / or *.',
  glob_wildcards: 'A pattern has at most `max` wildcards.',
  glob_characters: 'A pattern holds none of `characters`.',
  field_name: 'A name begins with a letter and holds letters, digits, underscores, hyphens and dots.',
  names_differ: 'Two have the same name.',
  ids_differ: 'Two have the same id.',
  options_missing: 'A choice needs options.',
  name_missing: 'The text has to name `name`.',
  contact_empty: 'A contact needs a name, an email or a phone number.',
} as const
export type FaultReason = keyof typeof faultReasons

export type Rule = { error: string; params: { reason: FaultReason } & Record<string, string | number> }

/** The rule of a schema's own check, with why it is broken. */
export const rule = (reason: FaultReason, error: string, params: Record<string, string | number> = {}): Rule => ({
  error,
  params: { reason, ...params },
})
