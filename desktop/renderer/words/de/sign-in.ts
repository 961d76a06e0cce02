import type { Words } from '../en.ts'

export const signIn: Words['signIn'] = {
  title: 'Anmelden',
  heading: 'Bei Frontdesk anmelden',
  email: 'E-Mail',
  password: 'Passwort',
  submit: 'Anmelden',
  busy: 'Meldet an',
  checking: 'Prüfung, ob Sie ein Mensch sind',
  notChecked: 'Die Prüfung, ob Sie ein Mensch sind, ist nicht gelungen. Versuchen Sie es noch einmal.',
  ended: 'Ihre Sitzung ist beendet. Melden Sie sich an, um weiterzumachen.',
  noPassword:
    'Noch kein Passwort? Öffnen Sie den einmaligen Link, den Sie bekommen haben. Den des Inhabers zeigt der erste Start, und',
  failed: 'Frontdesk kann nicht gezeigt werden',
}
