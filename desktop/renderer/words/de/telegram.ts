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
      'Telegram nimmt das Token des Bots nicht mehr an. Holen Sie das aktuelle Token bei @BotFather und geben Sie es unter „Neues Token“ ein.',
    chat: 'Der Bot kann im Chat des Teams nicht schreiben. Fügen Sie ihn wieder hinzu und senden Sie dann einen Test. Für einen anderen Chat trennen Sie den Bot und verbinden ihn neu.',
    other:
      'Beheben Sie das und senden Sie dann einen Test. Wartende Nachrichten werden gesendet, sobald es wieder geht.',
  },
  link: {
    title: 'Chat des Teams verknüpfen',
    group: 'Schalten Sie in Telegram in der Gruppe des Teams Themen ein.',
    admin: (bot) => `Fügen Sie ${bot} zur Gruppe hinzu und machen Sie ihn zum Admin, der Themen verwalten darf.`,
    send: 'Senden Sie diesen Befehl in der Gruppe:',
    command: 'Befehl',
    alone:
      'Wenn nur Sie ihn nutzen, senden Sie dem Bot den Befehl in einem privaten Chat. Diese Seite aktualisiert sich automatisch.',
  },
  token: 'Token des Bots',
  tokenHint:
    'Von @BotFather in Telegram: /newbot erzeugt einen Bot und nennt sein Token. Es wird verschlüsselt gespeichert und nie wieder gezeigt.',
  tokenAgainHint:
    'Mit einem neuen Token desselben Bots bleibt der Chat. Ein anderer Bot ersetzt ihn und muss neu verknüpft werden.',
  tokenForm: 'Ziffern, ein Doppelpunkt, dann Buchstaben, Ziffern, _ und -',
  connect: 'Verbinden',
  connecting: 'Telegram wird gefragt',
  notConnectedYet: (why) => `Nicht verbunden. ${why}`,
  newToken: 'Neues Token',
  test: 'Test senden',
  testing: 'Wird getestet',
  tested: 'Es funktioniert: Eine Nachricht wurde an den Chat des Teams gesendet.',
  testedUnlinked: 'Der Bot funktioniert. Sein Chat ist noch nicht verknüpft.',
  testFailed: 'Der Test ist fehlgeschlagen. Der Grund steht oben.',
  testNotSent: (why) => `Der Test konnte nicht gesendet werden. ${why}`,
  disconnect: 'Trennen',
  disconnectHint: 'Beim Trennen werden Token, Chat und Themen gelöscht. Live-Chats gehen hier weiter.',
  disconnectNow: 'Jetzt trennen',
  disconnectOne: (bot) => `${bot} trennen`,
  disconnected: (bot) => `${bot} ist getrennt.`,
  contact: 'Kontaktdaten',
  shareContact: 'Kontaktdaten der Besucher',
  shareContactHint: 'Namen, E-Mail-Adressen und Telefonnummern gehen mit. Aus: Sie bleiben hier.',
}
