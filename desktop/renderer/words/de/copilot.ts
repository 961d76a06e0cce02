import type { CopilotWords } from '../en/copilot.ts'

export const copilot: CopilotWords = {
  draft: {
    name: 'Antwortentwurf',
    byModel: 'Entwurf des Assistenten. Bitte vor dem Senden prüfen.',
    byPassages: 'Aus dem Wissen zitiert. Bitte vor dem Senden prüfen.',
    sources: 'Quellen des Entwurfs',
    insert: 'Einfügen',
    insertLong: 'Antwortentwurf einfügen',
    dismiss: 'Verwerfen',
    dismissLong: 'Antwortentwurf verwerfen',
    writing: 'Der Assistent entwirft eine Antwort…',
  },
  rewrite: {
    open: 'Umformulieren',
    ways: {
      shorter: 'Kürzer',
      friendlier: 'Freundlicher',
      formal: 'Förmlicher',
      translated: 'In der Sprache des Besuchers',
    },
    commands: {
      shorter: 'Antwort kürzen',
      friendlier: 'Antwort freundlicher formulieren',
      formal: 'Antwort förmlicher formulieren',
      translated: 'Antwort für den Besucher übersetzen',
    },
    busy: 'Wird umformuliert…',
    failed: 'Das Modell gab keine brauchbare Antwort. Ihr Text ist unverändert.',
    changed: 'Ihr Text hat sich inzwischen geändert und wurde deshalb nicht ersetzt.',
  },
  repeated: {
    name: 'Als Textvorlage speichern',
    title: 'Diese Antwort haben Sie dreimal gesendet. Als Textvorlage speichern?',
    shortcut: 'Kürzel /',
    save: 'Textvorlage speichern',
    never: 'Nicht mehr vorschlagen',
    saved: (shortcut) => `Gespeichert. /${shortcut} fügt sie ein.`,
  },
  teach: {
    title: 'Dem Assistenten beibringen',
    intro:
      'Der Assistent beantwortet diese Frage ab jetzt selbst. Schreiben Sie für alle Besucher, ohne persönliche Daten.',
    removed: 'Namen und Kontaktdaten wurden durch „…“ ersetzt. Bitte prüfen Sie den Rest.',
    question: 'Frage',
    answer: 'Antwort',
    saved: 'Zum Wissen hinzugefügt.',
  },
  translation: {
    busy: 'Wird übersetzt…',
    failed: 'Die Nachrichten ließen sich nicht übersetzen. Das Modell gab keine brauchbare Antwort.',
  },
}
