import type { LaterWords } from '../en/later.ts'

export const telegram: LaterWords['telegram'] = {
  intro:
    'Besucher, die nach einem Menschen fragen, erscheinen auch im Chat des Teams in Telegram und bekommen von dort Antwort.',
  bot: 'Bot',
  notConnected: 'Es ist kein Bot verbunden.',
  connectedAs: 'Verbunden als',
  notLinked: 'Der Chat des Teams ist noch nicht verknüpft.',
  linkedTo: 'Verknüpft mit',
  through: (bot) => `Über den Bot ${bot}.`,
  topics: 'Jedes Gespräch hat ein eigenes Thema.',
  noTopics: 'Ohne Themen: Antworten Sie auf eine Nachricht des Besuchers, um sie zu beantworten.',
  works: 'Funktioniert',
  fails: 'Funktioniert nicht',
  asOf: (ago) => `Stand: ${ago}`,
  remedy: {
    token:
      'Telegram nimmt das Token des Bots nicht mehr an. Erfragen Sie bei @BotFather sein jetziges Token und geben Sie es unter „Neues Token“ an.',
    chat: 'Der Bot kann im Chat des Teams nicht schreiben. Lassen Sie ihn wieder hinein und senden Sie dann einen Test. Für einen anderen Chat trennen Sie den Bot und verbinden ihn neu.',
    other:
      'Beheben Sie, was dort steht, und senden Sie dann einen Test. Was wartet, wird weitergegeben, sobald es wieder geht.',
  },
  link: {
    title: 'Chat des Teams verknüpfen',
    group: 'Schalten Sie in Telegram in der Gruppe des Teams Themen ein.',
    admin: (bot) => `Fügen Sie ${bot} zur Gruppe hinzu und machen Sie ihn zum Admin, der Themen verwalten darf.`,
    send: 'Senden Sie diesen Befehl in der Gruppe:',
    command: 'Befehl',
    alone:
      'Für sich allein öffnen Sie den Bot privat und senden ihm den Befehl dort. Sobald es geklappt hat, zeigt diese Seite es von selbst.',
  },
  token: 'Token des Bots',
  tokenHint:
    'Von @BotFather in Telegram: /newbot erzeugt einen Bot und nennt sein Token. Es wird verschlüsselt gespeichert und nie wieder gezeigt.',
  tokenAgainHint:
    'Mit einem neuen Token desselben Bots bleibt der Chat. Ein anderer Bot tritt an seine Stelle und muss neu verknüpft werden.',
  tokenForm: 'Ziffern, ein Doppelpunkt, dann Buchstaben, Ziffern, _ und -',
  connect: 'Verbinden',
  connecting: 'Telegram wird gefragt',
  notConnectedYet: (why) => `Nicht verbunden. ${why}`,
  newToken: 'Neues Token',
  test: 'Test senden',
  testing: 'Wird getestet',
  tested: 'Es funktioniert: Im Chat des Teams steht eine Zeile.',
  testedUnlinked: 'Der Bot funktioniert. Sein Chat ist noch nicht verknüpft.',
  testFailed: 'Der Test ist fehlgeschlagen. Woran es liegt, steht oben.',
  testNotSent: (why) => `Der Test konnte nicht gesendet werden. ${why}`,
  disconnect: 'Trennen',
  disconnectHint: 'Beim Trennen werden Token, Chat und Themen vergessen. Live-Chats gehen hier weiter.',
  disconnectNow: 'Jetzt trennen',
  disconnectOne: (bot) => `${bot} trennen`,
  disconnected: (bot) => `${bot} ist getrennt.`,
  contact: 'Was an Telegram geht',
  shareContact: 'Kontaktdaten der Besucher',
  shareContactHint: 'Namen, E-Mail-Adressen und Telefonnummern gehen mit. Aus: Sie bleiben hier.',
}
