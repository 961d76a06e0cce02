import type { Entry } from '../../../widget/chat/talk.ts'

const ts = Date.now()

/** One message of each kind that a visitor answers. */
export const answerable = [
  {
    id: 'msg_1',
    ts,
    role: 'agent',
    type: 'options',
    text: 'Which?',
    options: [{ label: 'City', value: 'c' }],
  },
  {
    ...{ id: 'msg_2', ts, role: 'agent', type: 'options', multi: true, text: 'When?' },
    options: ['Friday', 'Saturday', 'Sunday'].map((label) => ({ label, value: label })),
  },
  {
    ...{ id: 'msg_3', ts, role: 'agent', type: 'carousel' },
    cards: [
      {
        title: 'Tandem',
        body: 'For two',
        actions: [{ id: 'act_1', kind: 'reply', label: 'Take it', value: 'two' }],
      },
      { title: 'Picture', image: { src: 'https://shop.example/p.png', alt: 'A bike' } },
    ],
  },
  {
    ...{ id: 'msg_4', ts, role: 'agent', type: 'form', title: 'Call me', submitLabel: 'Ask for a call' },
    fields: [
      { name: 'phone', label: 'Telephone', type: 'tel', required: true },
      { name: 'email', label: 'Email', type: 'email', required: false },
    ],
  },
] as Entry[]
