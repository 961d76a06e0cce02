import type { ChatSite } from '../../../shared/chat.ts'
import type { Entry } from '../../../widget/chat/talk.ts'

const ts = Date.UTC(2026, 5, 1, 10)
const role = 'agent'

const said = (id: string, who: 'user' | 'agent', text: string, more: object = {}): Entry => ({
  ...{ id, ts, role: who, type: 'text', text },
  ...more,
})
const offered = (id: string, text: string, labels: string[], multi = false): Entry => ({
  ...{ id, ts, role, type: 'options', text, multi },
  options: labels.map((label) => ({ label, value: label })),
})
const from = (title: string) => ({
  sources: [{ title, url: 'https://shop.example/workshop', passageId: 'a' }],
})

/** The messages in the shop's chat: one of each kind, and what a person writes. */
export const english = {
  asked: said('own_1', 'user', 'What does a puncture cost?'),
  replied: said(
    'msg_1',
    role,
    'A puncture with a new inner tube costs **£14**, or **£10** when you bring only the wheel.\n\n- It takes 20 to 30 minutes.\n- You can wait for it with a coffee.',
    from('Workshop prices'),
  ),
  options: offered('msg_2', 'Which wheel is it?', ['Front', 'Rear', 'Both, and one of them is an e-bike’s']),
  ticks: offered('msg_3', 'When could you come?', ['Thursday', 'Friday', 'Saturday'], true),
  cards: {
    ...{ id: 'msg_4', ts, role, type: 'carousel' },
    cards: [
      {
        ...{ title: 'Tandem', body: 'For two, **£48** a day' },
        image: { src: 'https://shop.example/tandem.jpg', alt: 'A red tandem' },
        actions: [{ id: 'a', kind: 'reply', label: 'Take this one', value: 'tandem' }],
      },
      {
        ...{ title: 'E-bike', body: 'Up to 90 km, **£74** a weekend' },
        actions: [{ id: 'b', kind: 'url', label: 'See it', url: 'https://shop.example/e-bike' }],
      },
    ],
  } satisfies Entry,
  links: {
    ...{ id: 'msg_5', ts, role, type: 'links', title: 'Good to know' },
    links: [
      {
        ...{ label: 'What a rental includes', url: 'https://shop.example/rental' },
        description: 'Lock, helmet and a spare tube',
      },
      { label: 'Opening hours', url: 'https://shop.example/hours' },
    ],
  } satisfies Entry,
  form: {
    ...{ id: 'msg_6', ts, role, type: 'form', title: 'We call you', submitLabel: 'Ask for a call' },
    fields: [
      { name: 'phone', label: 'Telephone', type: 'tel', required: true },
      { name: 'message', label: 'What is it about?', type: 'textarea', required: false },
    ],
  } satisfies Entry,
  notice: {
    ...{ id: 'msg_7', ts, role: 'system', type: 'notice', tone: 'warning' },
    text: 'Nobody is free right now. Leave your number and we call you.',
  } satisfies Entry,
  joined: {
    ...{ id: 'msg_8', ts, role: 'system', type: 'notice', tone: 'info', text: 'Anna joined.' },
  } satisfies Entry,
  hello: said('msg_9', role, 'Hello, I am in the workshop. Bring it in today, and we look at it at once.', {
    meta: { human: true, agentName: 'Anna' },
  }),
  thanks: said('own_2', 'user', 'Thank you, I can be there at four.', { seen: true }),
}

const name = 'Wrenmouth Cycle Works, Repairs, Rentals and Guided Tours Ltd'
const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

/** Names, words and URLs that are longer than a designer expects. */
export const long = {
  site: { botName: name, welcomeMessage: `Welcome to ${name}. ${'What would you like to know? '.repeat(3)}` },
  asked: said('own_1', 'user', `${word}\n\nhttps://shop.example/${'a-path-without-end/'.repeat(5)}`),
  replied: said(
    'msg_1',
    role,
    `## ${word}\n\n| Kind | Price | How long it takes |\n|---|---|---|\n| ${word} | £14.00 | 20 to 30 minutes |\n\n\`npm install ${word}\``,
    from(`${name}: ${word}`),
  ),
  options: offered('msg_2', `${word}?`, [`Both of them, and ${word.toLowerCase()}`, 'No']),
}

type Elsewhere = Pick<typeof english, 'asked' | 'replied' | 'options'> & { site: Partial<ChatSite> }

export const german: Elsewhere = {
  site: { botName: 'Fahrradwerkstatt Wrenmouth', welcomeMessage: 'Guten Tag, was möchten Sie wissen?' },
  asked: said('own_1', 'user', 'Mein Schlauch ist kaputt, was kostet das?'),
  replied: said(
    'msg_1',
    role,
    'Eine Reparatur mit neuem Schlauch kostet **14 £**, oder **10 £**, wenn Sie nur das Laufrad bringen.',
    from('Werkstattpreise und Instandsetzungsbedingungen'),
  ),
  options: offered('msg_2', 'Um welches Rad geht es?', ['Vorderrad', 'Hinterrad']),
}

export const arabic: Elsewhere = {
  site: { botName: 'دراجات رينموث', welcomeMessage: 'مرحبًا، كيف يمكننا مساعدتك؟' },
  asked: said('own_1', 'user', 'هل يمكنني استئجار دراجة كهربائية لعطلة نهاية الأسبوع؟'),
  replied: said(
    'msg_1',
    role,
    'نعم. تكلفة الدراجة الكهربائية **74 £** لعطلة نهاية الأسبوع. احجز مبكرًا في الصيف.',
    from('أسعار التأجير'),
  ),
  options: offered('msg_2', 'متى تحتاجها؟', ['هذا الأسبوع', 'الأسبوع القادم']),
}
