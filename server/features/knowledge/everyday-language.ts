/** What people say when they ask a business something, beyond the stop words that Postgres knows. */
export type Everyday = {
  /** Words that carry a question rather than say what it is about: they find little, and prove nothing. */
  asking: string
  /**
   * One line for each thing that has several names. A phrase of more words is looked for in the question alone; a name
   * with `#` stands for what a text shows without a word: a price, a time of day, a telephone number, an email address.
   * What stands behind a `<` is a kind of what stands before it: it leads there, but nothing leads to it.
   */
  same: string
}
