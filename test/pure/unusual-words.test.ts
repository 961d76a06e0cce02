import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Texts that a screen, an email or the documentation once had, where the field has a usual one. */
const unusual = [
  ...[
    'Take the oldest',
    'looks at this too',
    'Give this conversation to someone',
    'Send all the same',
    'Back to my text',
  ],
  ...['Nothing fails', 'Look again', 'What came of them', 'How they went', 'Where they began', 'Wishes to be called'],
  ...[
    'Contacts by their promise',
    'How visitors felt',
    'the time before',
    'Remove what is invented',
    'Let it be learned',
  ],
  ...[
    'What is built in around it',
    'Only for me',
    'You were named in a note',
    'Hide the visitor',
    'How can we reach you',
  ],
  ...['Ask us to call you', 'Go on with your conversation', 'Answers at once', 'It is tried again', 'It looks like'],
  ...[
    'Nobody of the team can join',
    'It cannot be brought back',
    'This helped',
    'that never happened',
    'Not seen to work',
  ],
  ...['This browser plays no sound', 'Whoever takes them', 'Whoever has the fewest', 'who waits is offered a call'],
  ...[
    'What else the tag may say',
    'Show questions that are',
    'May do',
    'as long as it is not revoked',
    'old replies came about',
  ],
  ...['Its server says', 'On its server', 'You has it'],
  ...[
    'Gebeten auf',
    'Zeitzone der Zeiten',
    'von selbst',
    'Erlaubte Herkunft',
    'Wie es Besuchern ging',
    'Erfundenes entfernen',
  ],
  'In Gebrauch',
]

test.each(unusual)('no screen and no documentation says “%s”', (text) => {
  const files = globSync(['desktop/renderer/words/**/*.ts', 'widget/chat/words/**/*.ts', 'docs/*.md', 'README.md'])
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file) => readFileSync(file, 'utf8').includes(text))).toEqual([])
})
