import type { Words } from '../en.ts'

export const labels: Words['labels'] = {
  intro: 'Labels ordnen Gespräche. Der Assistent kann sie setzen, wenn ein Gespräch ruhig wird.',
  add: 'Label anlegen',
  edit: 'Label ändern',
  name: 'Name',
  color: 'Farbe',
  colors: ['Rot', 'Orange', 'Gelb', 'Grün', 'Petrol', 'Blau', 'Indigo', 'Lila', 'Grau'],
  description: 'Beschreibung',
  descriptionHint: 'Sagt dem Assistenten und dem Team, wann es passt.',
  ai: 'Der Assistent darf es setzen',
  byAi: 'auch vom Assistenten gesetzt',
  byTeam: 'nur vom Team gesetzt',
  empty: 'Noch kein Label. Ein erstes könnte „Beschwerde“ oder „Großhandel“ heißen.',
  removeHint: 'Es wird von allen Gesprächen entfernt.',
}
