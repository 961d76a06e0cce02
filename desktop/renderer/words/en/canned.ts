import { pluralsOf } from '../plural.ts'

const plural = pluralsOf('en')

/** The screen of canned replies. */
export const canned = {
  intro: 'Texts that are put into a reply by typing / and a few letters.',
  add: 'Add a reply',
  edit: 'Change the reply',
  shortcut: 'Shortcut',
  shortcutHint: 'Typed after /. Letters, digits, - and _.',
  titleField: 'Title',
  titleHint: 'For you: what the list shows. May be empty.',
  text: 'Text',
  variables: 'What is filled in when it is used; the space before goes where nothing is known:',
  variable: {
    'visitor.name': 'the visitor’s name',
    'visitor.firstName': 'their first name',
    'visitor.email': 'their email',
    'agent.name': 'your name',
    'site.name': 'the name of this site',
  },
  unknownVariable: (name: string) => `${name} is not known and stays as it is written.`,
  preview: 'Preview',
  example: { name: 'Ada Gray', email: 'ada@example.com' },
  empty: 'No canned reply yet. Write what you say every day once, and have it by two keys.',
  none: 'No canned reply yet. An admin can add some.',
  count: (count: number) => plural(count, { one: '# reply', other: '# replies' }),
  removed: (shortcut: string) => `/${shortcut} is deleted`,
}
