import type { Story } from './story.ts'

const left = (name: string, email: string) => ({ fills: { name, email } })

/** Questions that no page answers. Similar ones become one gap, and some visitors leave their contact details. */
export const unanswered: Story[] = [
  { page: 'rental', locale: 'en-GB', steps: [{ says: 'Do you rent out tandems?' }] },
  {
    page: 'rental',
    locale: 'en-GB',
    steps: [
      { says: 'Do you have tandems for rent?' },
      left('Colin Marsh', 'colin.marsh@example.com'),
      { after: 900, by: 'jonah', contact: { status: 'lost', notes: 'Wanted a tandem for two days in June.' } },
    ],
  },
  { page: 'rental', locale: 'en-US', steps: [{ says: 'Can we rent a tandem?' }, { rates: 'down' }] },
  { page: 'rental', locale: 'en-GB', steps: [{ says: 'Can I hire a roof rack to take the bikes home on my car?' }] },
  { page: 'workshop', locale: 'en-GB', steps: [{ says: 'How much is it to respray my frame in another colour?' }] },
  {
    page: 'workshop',
    locale: 'en-GB',
    steps: [
      { says: 'Do you repair wheelchairs?' },
      left('Doreen Pike', 'doreen.pike@example.org'),
      { after: 240, by: 'hanna', contact: { status: 'contacted', notes: 'Told her by mail that we look at it.' } },
    ],
  },
  { page: 'payment', locale: 'en-GB', steps: [{ says: 'Is there a discount for nurses?' }] },
  { page: 'index', locale: 'en-GB', steps: [{ says: 'Do you have a second branch in Leeds?' }, { rates: 'down' }] },
  { page: 'index', locale: 'en-GB', steps: [{ says: 'Could I book a kayak for the afternoon?' }] },
  { page: 'index', locale: 'en-GB', steps: [{ says: 'Do you stock inline skates?' }] },
  { page: 'rental', locale: 'de-DE', steps: [{ says: 'Kann man bei Ihnen ein Tandem mieten?' }] },
  {
    page: 'rental',
    locale: 'de-DE',
    steps: [
      { says: 'Verleihen Sie auch Lastenräder für einen Umzug?' },
      left('Katrin Vogel', 'katrin.vogel@example.de'),
      { after: 60, by: 'jonah', contact: { addTags: ['Speaks German'], status: 'contacted' } },
    ],
  },
  { page: 'hours', locale: 'de-DE', steps: [{ says: 'Haben Sie auch an Feiertagen in Deutschland geschlossen?' }] },
  { page: 'delivery', locale: 'de-AT', steps: [{ says: 'Liefern Sie nach Österreich?' }, { rates: 'down' }] },
]
