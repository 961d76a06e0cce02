import type { Person, Step, Story } from './story.ts'

type Call = { who: Person; message: string; locale?: string }

/** A visitor asks for a person while nobody is free, and leaves a number. */
const missed = (page: Story['page'], wants: string, { who, message, locale = 'en-GB' }: Call, more: Step[]): Story => ({
  page,
  locale,
  steps: [{ wants }, { after: 3, fills: { ...who, message } }, ...more],
})

/** Nobody answered in time, the visitor was offered a callback, and the team called. */
export const callbacks: Story[] = [
  missed(
    'workshop',
    'Can a mechanic ring me?',
    { who: { name: 'Peter Hollis', phone: '07700 900218' }, message: 'Brake squeals since the service' },
    [
      { after: 140, by: 'hanna', calls: 'done', note: 'Pads were oily. Comes on Thursday.' },
      { by: 'hanna', job: { title: 'Brake pads of Peter Hollis', details: 'Squeal since the service.', value: 38 } },
      { after: 2_900, by: 'hanna', moves: 'won' },
    ],
  ),
  missed(
    'rental',
    'I need to change my booking',
    {
      who: { name: 'Sunita Rao', phone: '07700 900455', email: 'sunita.rao@example.com' },
      message: 'Saturday to Sunday, three bikes',
    },
    [
      { after: 35, by: 'jonah', calls: 'done', note: 'Moved to Sunday.' },
      { by: 'jonah', labels: ['Rental'] },
      { by: 'jonah', job: { title: 'Three bikes, Saturday to Sunday', value: 198 } },
      { by: 'jonah', moves: 'on' },
    ],
  ),
  missed(
    'delivery',
    'Is anybody there?',
    { who: { name: 'Lewis Grant', phone: '01632 960512' }, message: 'When does my frame arrive?' },
    [
      { after: 1_300, by: 'mei', calls: 'done', note: 'Left the port today, three more days.' },
      { by: 'mei', job: { title: 'Frame for Lewis Grant', details: 'On its way from the port.', value: 640 } },
      { by: 'mei', moves: 'on' },
      { by: 'mei', moves: 'on' },
      { by: 'mei', moves: 'on' },
    ],
  ),
  missed(
    'index',
    'Call me about your prices',
    { who: { name: 'Best Deals', phone: '07700 900999' }, message: 'We put your shop on page one' },
    [{ after: 60, by: 'priya', calls: 'dismissed', note: 'Sells advertising.' }],
  ),
  missed(
    'workshop',
    'Ich brauche bitte einen Termin',
    {
      who: { name: 'Birgit Hansen', phone: '+49 30 23125 220', email: 'birgit.hansen@example.de' },
      message: 'Große Inspektion vor der Reise, am liebsten vormittags',
      locale: 'de-DE',
    },
    [
      { after: 95, by: 'hanna', calls: 'done', note: 'Termin am Dienstag, 8 Uhr.' },
      { by: 'hanna', contact: { addTags: ['Speaks German'], attributes: { bike: 'Touring' }, status: 'won' } },
    ],
  ),
  missed(
    'payment',
    'Question about paying by instalments',
    { who: { name: 'Dean Foster', phone: '07700 900640' }, message: 'For an e-bike of about £2,400' },
    [
      { after: 420, by: 'priya', calls: 'dismissed', note: 'Rang three times, nobody answers.' },
      { by: 'priya', contact: { status: 'lost', attributes: { bike: 'E-bike' } } },
      { by: 'priya', job: { title: 'E-bike for Dean Foster', value: 2400 } },
      { by: 'priya', moves: 'lost', because: 'Could not be reached.' },
    ],
  ),
]

/** Callbacks that are open when somebody looks for the first time. */
export const openCallbacks: Story[] = [
  {
    ago: 190,
    ...missed(
      'workshop',
      'Could a mechanic call me back?',
      { who: { name: 'Rosie Tanner', phone: '07700 900311' }, message: 'Clicking noise from the crank' },
      [],
    ),
  },
  {
    ago: 1_520,
    ...missed(
      'rental',
      'Group of 20 in August',
      {
        who: { name: 'Alan Whitby', phone: '01632 960188', email: 'alan@whitby-events.example' },
        message: 'Company outing, 20 people, with a guide',
      },
      [
        { after: 30, by: 'jonah', notes: 'Tried at noon, was in a meeting. Again tomorrow.' },
        {
          by: 'jonah',
          contact: { company: 'Whitby Events', addTags: ['Group booking', 'Company'], attributes: { party: '20' } },
        },
        { by: 'jonah', job: { title: 'Company outing for 20, with a guide', value: 780 } },
      ],
    ),
  },
  {
    ago: 300,
    ...missed(
      'delivery',
      'Ich habe eine Frage zu meiner Bestellung',
      {
        who: { name: 'Matthias Kern', phone: '+49 30 23125 671' },
        message: 'Der Sattel ist der falsche',
        locale: 'de-DE',
      },
      [],
    ),
  },
]
