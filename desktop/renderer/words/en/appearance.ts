/** How the dashboard looks. */
export const appearance = {
  theme: 'Colours',
  themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
  language: 'Language',
  languageHint: 'Of this dashboard. What visitors read is set by the site.',
  intro: 'Kept in this browser.',
}
