import type { LaterWords } from '../en/later.ts'

export const website: LaterWords['website'] = {
  snippet: 'Snippet',
  snippetHint: 'Diese Zeile gehört auf jede Seite, die den Chat haben soll, direkt vor </body>.',
  tag: 'Script-Tag',
  attributes: 'Weitere Attribute des Tags',
  attribute: {
    'data-open': 'Der Chat ist sofort offen.',
    'data-fill': 'Der Chat füllt Seite oder Rahmen, ohne Knopf.',
    'data-theme': 'light, dark oder auto: geht vor dem, was unter „Aussehen“ steht.',
    'data-lang': 'Die Sprache des Chats, etwa nl. Sonst die der Seite.',
    'data-api': 'Die Adresse dieses Servers, wenn die Datei anderswoher kommt.',
  },
  origins: 'Website und Domains',
  originsHint: 'Seiten anderer Domains können nicht chatten.',
  website: 'Adresse der Website',
  websiteHint: 'Dort sieht die Prüfung unten nach, und dorther kommt das Wissen.',
  allowed: 'Erlaubte Domains',
  origin: 'Domain',
  addOrigin: 'Domain hinzufügen',
  noOrigins: 'Noch keine: Der Chat geht nur auf den eigenen Seiten dieses Servers.',
  originHint:
    'Protokoll und Name ohne Pfad. https://*.example.com ist jeder Name unter example.com, nicht example.com selbst.',
  missing: (origin) => `${origin} ist noch nicht erlaubt: Dort erscheint der Chat nicht.`,
  allow: (origin) => `${origin} erlauben`,
}

export const identity: LaterWords['identity'] = {
  title: 'Angemeldete Besucher',
  intro:
    'Ihr Server kann für einen Besucher bürgen, der bei Ihnen angemeldet ist: Er unterschreibt mit diesem Geheimnis ein Token, und die Seite übergibt es an Svc.identify.',
  secret: 'Identitätsgeheimnis',
  none: 'Noch kein Geheimnis, daher sind Angaben der Seiten über Besucher ungeprüft.',
  isMade: 'Ein Geheimnis ist aktiv. Es wurde einmal gezeigt und lässt sich nicht noch einmal zeigen.',
  inFile: 'Das Geheimnis wird in der Konfigurationsdatei gesetzt.',
  copyNow: 'Kopieren Sie das Geheimnis jetzt: Es wird nicht noch einmal gezeigt.',
  howTo: 'Es gehört auf Ihren Server. Wer es hat, kann sich in Ihrem Chat als jeder Besucher ausgeben.',
  make: 'Geheimnis erzeugen',
  rotate: 'Neues Geheimnis erzeugen',
  rotateNow: 'Jetzt neu erzeugen',
  warning:
    'Das bisherige Geheimnis gilt sofort nicht mehr, ebenso die damit unterschriebenen Tokens: Besucher gelten als unbekannt, bis Ihr Server mit dem neuen unterschreibt.',
  notMade: (why) => `Es wurde kein Geheimnis erzeugt. ${why}`,
}

export const install: LaterWords['install'] = {
  title: 'Prüfung',
  intro: 'Holt die Seite und sucht darauf nach dem Snippet.',
  page: 'Seite, die geprüft wird',
  check: 'Prüfen',
  checking: 'Wird geprüft',
  works: (url) => `Das Snippet ist auf ${url}, und Besucher können dort chatten.`,
  blocked: (url) => `Das Snippet ist auf ${url}, aber Besucher können dort noch nicht chatten.`,
  missing: (url) => `Das Snippet ist nicht auf ${url}.`,
  away: (url) => `${url} lässt sich nicht abrufen.`,
  failed: (why) => `Es wurde nichts geprüft. ${why}`,
}

export const texts: LaterWords['texts'] = {
  title: 'Was das Widget sagt',
  intro:
    'Das Widget nutzt die Sprache des Besuchers. Texte von hier gelten in allen Sprachen. {…} wird durch einen Wert ersetzt.',
  changed: (count) => (count === 0 ? 'Nichts geändert' : `${count} geändert`),
}
