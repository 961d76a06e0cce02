/** The secret by which a site's own server vouches for visitors. */
export const identity = {
  title: 'Signed-in visitors',
  intro:
    'Your server can vouch for a visitor who is signed in with you: it signs a token with this secret, and the page hands it to Svc.identify.',
  secret: 'Identity secret',
  none: 'There is no secret yet: what pages say of their visitors is taken as a claim.',
  isMade: 'A secret is in use. It was shown once, and cannot be shown again.',
  inFile: 'The secret stands in the configuration file, and is changed there.',
  copyNow: 'Copy the secret now: it is not shown again.',
  howTo: 'Keep it on your server. Whoever has it can be anybody in your chat.',
  make: 'Make a secret',
  rotate: 'Make a new secret',
  rotateNow: 'Make a new one now',
  warning:
    'The secret in use stops working at once, and so do the tokens signed with it: visitors count as unknown until your server signs with the new one.',
  notMade: (why: string) => `No secret was made. ${why}`,
}
