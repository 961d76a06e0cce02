import type { SummaryWords } from '../en/summary.ts'

export const summary: SummaryWords = {
  none: 'Noch keine Zusammenfassung. Sie wird geschrieben, sobald das Gespräch eine Weile ruht.',
  write: 'Jetzt zusammenfassen',
  again: 'Neu zusammenfassen',
  writing: 'Wird zusammengefasst …',
  refused: (why) => `Das Zusammenfassen gelang nicht. ${why}`,
  outcome: 'Ergebnis',
  outcomes: {
    answered: 'Beantwortet',
    booked: 'Gebucht',
    lead_captured: 'Kontaktdaten da',
    callback_requested: 'Rückruf gewünscht',
    unanswered: 'Nicht beantwortet',
    abandoned: 'Nichts geschrieben',
    pending: 'Wartet auf Antwort',
  },
  sentiments: { positive: 'Zufrieden', neutral: 'Neutral', negative: 'Unzufrieden' },
  qualities: { hot: 'Heißer Kontakt', warm: 'Warmer Kontakt', cold: 'Kalter Kontakt', none: '' },
  unanswered: 'Offen geblieben',
  followUp: 'Nächster Schritt',
  topics: 'Themen',
  by: {
    ai: (time) => `Vom Assistenten geschrieben, ${time}`,
    rules: (time) => `Ohne Modell zusammengestellt, ${time}`,
  },
  outdated: 'Seither ging das Gespräch weiter.',
}
