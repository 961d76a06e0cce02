import type { ErrorBody } from '../../../shared/error.ts'
import type { Words } from './en.ts'

type RefusalWords = Words['refusals']

/** What the server says where this dashboard has words of its own; what is in brackets goes into them. */
const sentences: Record<keyof RefusalWords['known'], RegExp> = {
  wrongSignIn: /^The email or the password is wrong/,
  usedLink: /^This sign-in link is unknown/,
  wrongPassword: /^current: the password is wrong/,
  emailTaken: /^email: this email can already sign in/,
  ownerStays: /^email: the owner is set by the deployment/,
  noAccount: /^to: There is no such account/,
  shortcutTaken: /^shortcut: (\/\S+) is the canned reply/,
  labelTaken: /^name: the label \S+ is called that/,
  mostCanned: /^A site has at most (\d+) canned replies/,
  mostLabels: /^A site has at most (\d+) labels/,
  mostKeys: /^A site has at most (\d+) active keys/,
  mostBlocked: /^The site blocks (\d+) addresses already/,
  taken: /^(.+) has taken this conversation\.$/s,
  wroteMeanwhile: /^Somebody wrote in the meantime/,
  assistantHasIt: /^The assistant already has this conversation/,
  liveOff: /^Live chat is off/,
  adminGives: /^to: Only an admin gives conversations/,
  ended: /^This conversation was ended/,
  noAddress: /^A conversation over the API has no address/,
  addressGone: /^The address of this visitor is no longer known/,
  ownAddress: /^All visitors seem to come from this machine/,
  otherSite: /^This bot works for another site/,
  storedToken: /^The stored token cannot be read/,
  telegramRefused: /^Telegram refused ([^:]+): (.*)$/s,
  telegramAway: /^Telegram could not be asked\. (.*)$/s,
}

/**
 * Why the server refused, in the words of the dashboard. Its own sentence stands in them where it names a field; one that is
 * not known says by its code what kind of refusal it is.
 */
export function refusalWords({ code, message, retryAfter }: ErrorBody['error'], words: RefusalWords): string {
  for (const [name, sentence] of Object.entries(sentences)) {
    const match = sentence.exec(message)
    if (match) return fill(words.known[name as keyof typeof sentences], match.slice(1))
  }
  const [, field, why] = /^([\w.]{1,60}): (.+)$/s.exec(message) ?? []
  if (field !== undefined && why !== undefined) return words.field(nameOf(field, words), why)
  // A later server may have codes that are not known here.
  const said = words.codes[code] ?? words.codes.internal
  return retryAfter === undefined ? said : words.inSeconds(said, String(retryAfter))
}

const fill = (word: string | ((...given: string[]) => string), given: string[]): string =>
  typeof word === 'string' ? word : word(...given)

/** What a field is called on the screens: `contact.email` is the email there. */
function nameOf(field: string, { fields }: RefusalWords): string {
  const last = field.split('.').at(-1) ?? field
  return last in fields ? fields[last as keyof typeof fields] : field
}
