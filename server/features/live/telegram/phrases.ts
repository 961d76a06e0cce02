import type { Site } from '../../../core/context.ts'

/** What the team reads in its chat. */
export type Phrases = {
  waiting: string
  taken(name: string): string
  bot: string
  handedBack: string
  gone: string
  missed: string
  closed: string
  asked: string
  page: string
  contact: string
  howTo: string
  howToFlat: string
  visitor(tag: string): string
  assistant: string
  take: string
  close: string
  back: string
  done: { take: string; close: string; bot: string }
  onlyText: string
  edits: string
  anonymous: string
  whom: string
  unknownCommand(name: string): string
  stale: string
  tooLong: string
  trouble: string
  linked(site: string): string
  noTopics: string
  mayNotManage: string
  alreadyLinked: string
  wrongCode: string
  tooManyCodes: string
  test(site: string): string
}

const english: Phrases = {
  waiting: '🟠 A visitor waits for a person',
  taken: (name) => `🟢 ${name} has this chat`,
  bot: '🤖 The assistant has this chat again',
  handedBack: '🤖 Handed back: the assistant has this chat again',
  gone: '🗑 This conversation was deleted.',
  missed: '⚪ Nobody took this chat in time; the assistant has it',
  closed: '⚫ This chat is closed',
  asked: 'What the visitor wrote:',
  page: 'Page:',
  contact: 'Contact:',
  howTo: 'What you write in this topic goes to the visitor. /close ends the chat, /bot gives it back to the assistant.',
  howToFlat:
    "Reply to one of the visitor's messages to answer; /close as a reply ends the chat, /bot gives it back to the assistant.",
  visitor: (tag) => `Visitor ${tag}`,
  assistant: 'Assistant',
  take: 'Take',
  close: 'Close',
  back: 'Back to the assistant',
  done: { take: 'It is your chat.', close: 'Closed.', bot: 'The assistant has it.' },
  onlyText: 'Only text is passed on: this did not go to the visitor.',
  edits: 'The visitor has this message as you first wrote it: changes are not passed on.',
  anonymous: 'This did not go to the visitor: write as yourself, not as an anonymous admin.',
  whom: "This went to nobody. Reply to one of a visitor's messages, so that it is clear whom you answer.",
  unknownCommand: (name) => `There is no command /${name}: nothing was sent.`,
  stale: 'This button does not belong to this chat.',
  tooLong: 'This did not go to the visitor: it has more than 4000 characters.',
  trouble: 'This did not go to the visitor: something went wrong. Please try again.',
  linked: (site) => `✅ Linked. Visitors of ${site} who ask for a person are shown here.`,
  noTopics: 'This chat has no topics, so visitors are told apart by replies. A group with topics is easier to follow.',
  mayNotManage: 'The bot may not manage topics here. Make it an admin with that right.',
  alreadyLinked: 'This chat is linked already.',
  wrongCode: 'That is not the code. It stands in the settings for live chat.',
  tooManyCodes: 'Too many wrong codes. Try again in an hour.',
  test: (site) => `✅ A test from the settings of ${site}: this chat can be reached.`,
}

const german: Phrases = {
  waiting: '🟠 Ein Besucher wartet auf einen Menschen',
  taken: (name) => `🟢 ${name} hat diesen Chat`,
  bot: '🤖 Der Assistent hat diesen Chat wieder',
  handedBack: '🤖 Zurückgegeben: Der Assistent hat diesen Chat wieder',
  gone: '🗑 Dieses Gespräch wurde gelöscht.',
  missed: '⚪ Niemand hat diesen Chat rechtzeitig übernommen; der Assistent hat ihn',
  closed: '⚫ Dieser Chat ist geschlossen',
  asked: 'Das hat der Besucher geschrieben:',
  page: 'Seite:',
  contact: 'Kontakt:',
  howTo:
    'Was Sie in diesem Thema schreiben, bekommt der Besucher. /close beendet den Chat, /bot gibt ihn dem Assistenten zurück.',
  howToFlat:
    'Antworten Sie auf eine Nachricht des Besuchers, um ihm zu schreiben; /close als Antwort beendet den Chat, /bot gibt ihn dem Assistenten zurück.',
  visitor: (tag) => `Besucher ${tag}`,
  assistant: 'Assistent',
  take: 'Übernehmen',
  close: 'Schließen',
  back: 'Zurück an den Assistenten',
  done: { take: 'Der Chat gehört Ihnen.', close: 'Geschlossen.', bot: 'Der Assistent hat ihn.' },
  onlyText: 'Nur Text wird weitergegeben: Das hat der Besucher nicht bekommen.',
  edits: 'Der Besucher hat diese Nachricht so, wie sie zuerst war: Änderungen werden nicht weitergegeben.',
  anonymous: 'Das hat der Besucher nicht bekommen: Schreiben Sie unter Ihrem Namen, nicht als anonymer Admin.',
  whom: 'Das hat niemand bekommen. Antworten Sie auf eine Nachricht eines Besuchers, damit klar ist, wem Sie schreiben.',
  unknownCommand: (name) => `Den Befehl /${name} gibt es nicht: Es wurde nichts gesendet.`,
  stale: 'Dieser Knopf gehört nicht zu diesem Chat.',
  tooLong: 'Das hat der Besucher nicht bekommen: Es hat mehr als 4000 Zeichen.',
  trouble: 'Das hat der Besucher nicht bekommen: Etwas ist schiefgegangen. Bitte versuchen Sie es noch einmal.',
  linked: (site) => `✅ Verbunden. Wer auf ${site} nach einem Menschen fragt, erscheint hier.`,
  noTopics:
    'Dieser Chat hat keine Themen; Besucher sind an den Antworten zu unterscheiden. Eine Gruppe mit Themen ist übersichtlicher.',
  mayNotManage: 'Der Bot darf hier keine Themen verwalten. Machen Sie ihn zum Admin mit diesem Recht.',
  alreadyLinked: 'Dieser Chat ist schon verbunden.',
  wrongCode: 'Das ist nicht der Code. Er steht in den Einstellungen für Live-Chat.',
  tooManyCodes: 'Zu viele falsche Codes. Versuchen Sie es in einer Stunde wieder.',
  test: (site) => `✅ Ein Test aus den Einstellungen von ${site}: Dieser Chat ist erreichbar.`,
}

/** In the language of the site's assistant, where there is one for it. */
export const phrasesFor = ({ settings }: Pick<Site, 'settings'>): Phrases =>
  settings.assistant.locale.toLowerCase().startsWith('de') ? german : english
