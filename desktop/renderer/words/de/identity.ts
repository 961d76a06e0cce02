import type { LaterWords } from '../en/later.ts'

export const identity: LaterWords['identity'] = {
  title: 'Angemeldete Besucher',
  intro:
    'Ihr Server kann für einen Besucher bürgen, der bei Ihnen angemeldet ist: Er unterschreibt mit diesem Geheimnis ein Token, und die Seite übergibt es an Svc.identify.',
  secret: 'Identitätsgeheimnis',
  none: 'Noch kein Geheimnis: Was Seiten über ihre Besucher sagen, gilt als Behauptung.',
  isMade: 'Ein Geheimnis ist in Gebrauch. Es wurde einmal gezeigt und lässt sich nicht noch einmal zeigen.',
  inFile: 'Das Geheimnis steht in der Konfigurationsdatei und wird dort geändert.',
  copyNow: 'Kopieren Sie das Geheimnis jetzt: Es wird nicht noch einmal gezeigt.',
  howTo: 'Es gehört auf Ihren Server. Wer es hat, kann in Ihrem Chat jeder sein.',
  make: 'Geheimnis erzeugen',
  rotate: 'Neues Geheimnis erzeugen',
  rotateNow: 'Jetzt neu erzeugen',
  warning:
    'Das bisherige Geheimnis gilt sofort nicht mehr, ebenso die damit unterschriebenen Tokens: Besucher gelten als unbekannt, bis Ihr Server mit dem neuen unterschreibt.',
  notMade: (why) => `Es wurde kein Geheimnis erzeugt. ${why}`,
}
