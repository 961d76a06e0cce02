/** The widget's texts for visitors of other languages. */
export const languages = {
  title: 'Other languages',
  intro: (own: string) =>
    `Visitors of a language below read these texts instead of your own (${own}). What you leave empty stays as it is.`,
  add: 'Add a language',
  choose: 'Choose a language',
  remove: 'Remove language',
  shortcut: (label: string) => `Shortcut “${label}”`,
  noQuestions: 'None yet: visitors see your own questions.',
}
