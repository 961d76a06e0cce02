import type { Page, Person, Step, Story } from './story.ts'

const searched = { referrer: 'https://www.google.com/' }
const posted = { referrer: 'https://www.wrenmouth-gazette.example/', utm: 'utm_source=gazette&utm_campaign=summer' }

type StoryDetails = { who?: Person; from?: Story['from']; more?: Step[] }

/** A story: the visitor's messages in order, and what else happened. */
const asked = (page: Page, says: string[], { who, from, more = [] }: StoryDetails = {}): Story => ({
  page,
  locale: 'en-GB',
  ...(who ? { who } : {}),
  ...(from ? { from } : {}),
  steps: [...says.map((text) => ({ says: text })), ...more],
})

const liked: Step[] = [{ rates: 'up' }]
const disliked: Step[] = [{ rates: 'down' }]

const maddie = { name: 'Maddie Brook', email: 'maddie.brook@example.com' }
const gareth = { name: 'Gareth Ellis', email: 'g.ellis@example.org' }
const aisha = { name: 'Aisha Rahman', email: 'aisha.rahman@example.com' }
const tom = { name: 'Tom Pickering', email: 'tom@pickering.example' }
const ruth = { name: 'Ruth Calloway', email: 'ruth.calloway@example.org', phone: '07700 900341' }
const sven = { name: 'Sven Aldous', email: 'sven.aldous@example.net' }
const bea = { name: 'Bea Thornton', email: 'bea.thornton@example.com' }

/** Questions that the pages answer. */
export const answered: Story[] = [
  asked('workshop', ['How much to fix a flat tyre?'], { from: searched, more: liked }),
  asked('workshop', ['What does a full service cost?', 'Do I need an appointment for a service?'], { who: maddie }),
  asked('workshop', ['Could you pack my bicycle for a plane?'], { who: gareth, more: liked }),
  asked('workshop', ['Is there a bike I can use while you have mine in for repair?']),
  asked('workshop', ['Do you work on bikes that I bought somewhere else?'], { from: searched }),
  asked('workshop', ['How much is it to replace a chain?'], { more: liked }),
  asked('workshop', ['Do you repair e-scooters?'], { more: disliked }),
  asked('workshop', ['What does truing a wheel cost?']),
  asked('workshop', ['May I bring my own parts?', 'How much is washing and oiling?']),
  asked('workshop', ['When is the next fix-it evening?'], { who: bea, more: liked }),
  asked('workshop', ['How long do you store a bike that is ready?']),
  asked('rental', ['My daughter is 14, can she hire one on her own?'], { from: posted }),
  asked('rental', ['What happens if we return the bikes an hour too late?']),
  asked('rental', ['how far can i get on one of your ebikes before it dies'], { from: searched, more: liked }),
  asked('rental', ['Can I rent an e-bike for a weekend?', 'What is the deposit?'], { who: aisha, more: liked }),
  asked('rental', ['What does a touring bike cost for a week?'], { who: tom, from: posted }),
  asked('rental', ['Is a helmet included?', 'Where do I leave my luggage while I ride?']),
  asked('rental', ['What if it rains?'], { more: liked }),
  asked('rental', ['Can I take the bike on a train or on the ferry?']),
  asked('rental', ['Is there a guided tour?', 'How many people ride along?'], { from: posted, more: liked }),
  asked('rental', ['What if my rented bike breaks down?']),
  asked('rental', ['Can I cancel a booking?'], { who: sven }),
  asked('delivery', ['delivry cost for a small order']),
  asked('delivery', ['Do you ship to France?'], { from: searched }),
  asked('delivery', ['Can somebody collect my broken bike from my house?'], { who: ruth, more: liked }),
  asked('returns', ['The jacket is too small, may I send it back?'], { who: maddie, more: liked }),
  asked('returns', ['What guarantee do I get on a second-hand bicycle?']),
  asked('payment', ['do you take amex'], { more: liked }),
  asked('payment', ['Can I pay monthly for a new bike?'], { from: searched }),
  asked('contact', ['How do I walk to you from the railway station?']),
  asked('contact', ['Where can I leave my car, it has two bikes on top'], { more: disliked }),
  asked('hours', ['Are you open on Sundays?'], { from: searched, more: liked }),
  asked('hours', ['When are you open on Saturdays?']),
  asked('hours', ['christmas opening']),
  asked('hours', ['Is the workshop open in January?'], { more: disliked }),
  asked('faq', ['Can I test a bike before I decide?', 'How do I find the right size?'], { who: gareth, more: liked }),
  asked('faq', ['Are dogs welcome?'], { more: liked }),
  asked('faq', ['Can I charge my e-bike battery here?']),
  asked('faq', ['Will you take my old bike?'], { who: bea }),
  asked('index', ['Any summer jobs going?'], { from: posted }),
  asked('index', ['How long do you keep what your security camras film?']),
  asked('index', ['Hello', 'What does a puncture cost?'], { more: liked }),
]
