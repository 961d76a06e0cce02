import type { LaterWords } from '../en/later.ts'

export const website: LaterWords['website'] = {
  snippet: 'Snippet',
  snippetHint: 'Diese Zeile gehört auf jede Seite, die den Chat haben soll, direkt vor </body>.',
  tag: 'Script-Tag',
  attributes: 'Was im Tag noch stehen kann',
  attribute: {
    'data-open': 'Der Chat ist sofort offen.',
    'data-fill': 'Der Chat füllt Seite oder Rahmen, ohne Knopf.',
    'data-theme': 'light, dark oder auto: geht vor dem, was unter „Aussehen“ steht.',
    'data-api': 'Die Adresse dieses Servers, wenn die Datei anderswoher kommt.',
  },
  origins: 'Website und Herkunft',
  originsHint: 'Seiten anderer Herkunft können nicht chatten.',
  website: 'Adresse der Website',
  websiteHint: 'Dort sieht die Prüfung unten nach, und dorther kommt das Wissen.',
  allowed: 'Erlaubte Herkunft',
  origin: 'Herkunft',
  addOrigin: 'Herkunft hinzufügen',
  noOrigins: 'Noch keine: Der Chat geht nur auf den eigenen Seiten dieses Servers.',
  originHint:
    'Protokoll und Name ohne Pfad. https://*.example.com ist jeder Name unter example.com, nicht example.com selbst.',
  missing: (origin) => `${origin} ist noch nicht erlaubt: Dort erscheint der Chat nicht.`,
  allow: (origin) => `${origin} erlauben`,
}
