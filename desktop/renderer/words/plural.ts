/** A text for each plural form that a language has; `#` is replaced by the number as the language writes it. */
type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

/**
 * The plurals of a language. A count that is text already, such as `99+`, takes the form of many.
 * @returns the text of the form that a count needs
 */
export function pluralsOf(language: string): (count: number | string, forms: Forms) => string {
  const rules = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 0 })
  return (count, forms) =>
    typeof count === 'string'
      ? forms.other.replace('#', count)
      : (forms[rules.select(count)] ?? forms.other).replace('#', numbers.format(count))
}
