import type { Widen } from '../en.ts'

/** Files that are sent in a chat. */
export const chatFiles = {
  attach: 'Send files',
  drop: 'Drop the files to send them to the visitor',
  sending: (name: string) => `Sending ${name}`,
  notSent: (name: string, why: string) => `${name} was not sent. ${why}`,
  settings: 'Files in chats',
  settingsHint: 'Images, PDF, Word, Excel, text and CSV. They are checked, and never opened on the server.',
  when: 'Visitors may send files',
  never: 'Never',
  neverHint: 'The team cannot send files either.',
  live: 'While the team handles the chat',
  liveHint: 'Including while they wait for a person.',
  always: 'Always',
  alwaysHint: 'The assistant keeps them for the team.',
  photos: 'The assistant looks at photos',
  photosHint: 'If its model can see. Off: it says that it cannot look into files.',
  visionModel: 'Model for photos',
  visionModelHint: 'Empty: the model of the site.',
  maxMb: 'Largest file (MB)',
  perConversation: 'Files of a visitor per chat',
  keepDays: 'Delete files after (days)',
}

export type ChatFileWords = Widen<typeof chatFiles>
