/** The way in. */
export const signIn = {
  title: 'Sign in',
  heading: 'Sign in to Frontdesk',
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  busy: 'Signing in',
  checking: 'Checking that you are a person',
  notChecked: 'The check that you are a person did not succeed. Try again.',
  ended: 'Your session has ended. Sign in again to go on.',
  noPassword:
    'No password yet? Open the one-time link that you were given. The owner’s is printed at the first start, and by',
  failed: 'Frontdesk cannot be shown',
}
