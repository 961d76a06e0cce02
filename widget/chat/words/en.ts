/**
 * The English texts of the chat until the first reply; `later/en.ts` has those of the parts that are loaded on use. The
 * other languages have the same keys. `{…}` is replaced by a value.
 */
export const words = {
  chatWith: 'Chat with {name}',
  conversation: 'Conversation',
  openChat: 'Open chat',
  close: 'Close the chat',
  dismiss: 'Dismiss',
  home: 'Back to the start',
  more: 'More',

  answersAtOnce: 'Replies instantly',
  liveStatus: 'Team online',
  personHere: '{name} is here',
  teamHere: 'Our team is here',
  team: 'Our team',
  waiting: 'Finding someone for you',
  offline: 'You’re offline. Messages will be sent when you’re back online.',
  offlineShort: 'No connection',

  greeting: 'How can we help?',
  starters: 'Often asked',
  goOn: 'Continue your conversation',
  opensTab: 'opens in a new tab',

  today: 'Today',
  yesterday: 'Yesterday',
  date: '{weekday}, {month} {day}',
  // Separated by spaces, from Sunday and from January.
  weekdays: 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday',
  months: 'January February March April May June July August September October November December',

  you: 'You',
  notice: 'Notice',
  message: 'Your message',
  placeholder: 'Write a message',
  send: 'Send',
  stop: 'Stop the reply',
  charactersLeft: '{count} characters left',
  charactersOver: '{count} characters too many',
  newMessages: 'New messages',
  toEnd: 'Scroll to the latest message',

  looking: 'Looking it up…',
  nextReply: 'You’re next. You can close the chat and read the answer later.',
  placeOfReply: 'You’re number {place} in line. You can close the chat and read the answer later.',
  writing: 'Typing…',
  personWrites: '{name} is typing…',
  teamWrites: 'Somebody is typing…',

  sending: 'Sending',
  kept: 'Will be sent when you’re back online',
  failed: 'Not sent',
  unreachable: 'Can’t reach the chat. Retrying…',
  tooFast: 'Too many messages at once. Sending in a moment.',
  notAnswered: 'No reply could be written.',
  refused: 'This chat is not available on this page.',
  challenge: 'The check that you are a person failed. It may be blocked here.',
  retry: 'Try again',
  seen: 'Seen',
  interrupted: 'Stopped here',
  sources: 'Sources',
  helpful: 'Helpful',
  notHelpful: 'Not helpful',
  code: 'Code',
  copy: 'Copy',
  copied: 'Copied',
  table: 'Table',

  leaveDetails: 'Leave your contact details',
  consentNotice: 'Your messages are stored so that we can answer them.',
  privacy: 'Privacy',

  talkToPerson: 'Talk to a person',
  askForCall: 'Request a callback',
  ended: 'This chat has ended. Your next message starts a new one.',
  assistantNotice: 'You are talking to an assistant, not a person.',
  poweredBy: 'Runs on Frontdesk',
}

export type Words = { [Name in keyof typeof words]: string }
