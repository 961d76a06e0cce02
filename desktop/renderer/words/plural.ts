/** A text for each plural form of a language. `#` is replaced by the localised number. */
type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

/**
 * The plurals of a language. A count that is already text, such as `99+`, uses the plural of many.
 * @returns the text of the form for a count
 */
export function pluralsOf(language: string): (count: number | string, forms: Forms) => string {
  const rules = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 0 })
  return (count, forms) =>
    typeof count === 'string'
      ? forms.other.replace('#', count)
      : (forms[rules.select(count)] ?? forms.other).replace('#', numbers.format(count))
}
