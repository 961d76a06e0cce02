import type { ChatFileWords } from '../en/chat-files.ts'

/** Dateien, die in einem Chat gesendet werden. */
export const chatFiles: ChatFileWords = {
  attach: 'Dateien senden',
  drop: 'Dateien hier ablegen, um sie zu senden',
  sending: (name) => `${name} wird gesendet`,
  notSent: (name, why) => `${name} wurde nicht gesendet. ${why}`,
  settings: 'Dateien im Chat',
  settingsHint: 'Bilder, PDF, Word, Excel, Text und CSV. Sie werden geprüft und auf dem Server nie geöffnet.',
  when: 'Besucher dürfen Dateien senden',
  never: 'Nie',
  neverHint: 'Auch das Team kann keine Dateien senden.',
  live: 'Solange das Team den Chat führt',
  liveHint: 'Auch, während sie auf jemanden warten.',
  always: 'Immer',
  alwaysHint: 'Der Assistent legt sie für das Team ab.',
  photos: 'Der Assistent sieht sich Fotos an',
  photosHint: 'Falls sein Modell sehen kann. Aus: Er sagt, dass er Dateien nicht ansehen kann.',
  visionModel: 'Modell für Fotos',
  visionModelHint: 'Leer: das Modell der Website.',
  maxMb: 'Größte Datei (MB)',
  perConversation: 'Dateien eines Besuchers pro Chat',
  keepDays: 'Dateien löschen nach (Tagen)',
}
