import type { FoundWords } from '../en/found.ts'

export const found: FoundWords = {
  title: 'Nur Gespräche dieser Art',
  all: 'Alle zeigen',
  empty: 'Kein Gespräch ist von dieser Art',
  emptyHint: 'Was älter ist, als die Site aufbewahrt, zählt der Überblick noch, hier steht es nicht mehr.',
  between: (from, to) => `begonnen ${from} bis ${to}`,
  on: (day) => `begonnen am ${day}`,
  since: (from) => `begonnen seit ${from}`,
  until: (to) => `begonnen bis ${to}`,
  outcome: (names) => `Ausgang: ${names}`,
  sentiment: (name) => `Besucher: ${name}`,
  quality: { hot: 'heiße Leads', warm: 'warme Leads', cold: 'kalte Leads', none: 'keine Leads' },
  topic: (name) => `Thema: ${name}`,
  handled: { assistant: 'vom Assistenten allein geführt', person: 'jemand vom Team hatte es' },
  handover: {
    requested: 'nach jemandem gefragt',
    answered: 'jemand kam',
    missed: 'vergeblich gewartet',
  },
  answeredBy: (name) => `beantwortet von ${name}`,
  asked: 'dieselbe offene Frage gestellt',
  hour: (from, to) => `begonnen zwischen ${from} und ${to}`,
  rated: { up: 'mit gut bewerteter Antwort', down: 'mit schlecht bewerteter Antwort' },
  page: (address) => `begonnen auf ${address}`,
  country: (name) => `aus: ${name}`,
  visitor: { returning: 'Kontakt kam wieder', oneMessage: 'eine Nachricht des Besuchers' },
}
