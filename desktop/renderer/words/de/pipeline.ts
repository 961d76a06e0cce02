import type { PipelineWords } from '../en/pipeline.ts'
import { pluralsOf } from '../plural.ts'

const plural = pluralsOf('de')

/** The settings of jobs in German. */
export const pipeline: PipelineWords = {
  templates: 'Mit einer Vorlage beginnen',
  templatesHint: 'Ersetzt die Phasen. In Phasen, die die Vorlage nicht hat, darf kein Auftrag sein.',
  templateApplied: 'Die Phasen der Vorlage sind eingerichtet',
  stages: 'Phasen',
  stagesHint: 'Die Spalten der Tafel von links nach rechts. Von jeder Art gibt es mindestens eine.',
  newStage: 'Neue Phase',
  addStage: 'Phase hinzufügen',
  name: 'Name',
  kind: 'Art',
  kindHint: 'Diesen Status haben Aufträge in der Phase.',
  color: 'Farbe',
  colors: {
    '#3b82f6': 'Blau',
    '#6366f1': 'Indigo',
    '#a855f7': 'Violett',
    '#14b8a6': 'Türkis',
    '#22c55e': 'Grün',
    '#eab308': 'Gelb',
    '#f97316': 'Orange',
    '#ef4444': 'Rot',
    '#64748b': 'Grau',
  },
  rotDays: 'Liegt zu lange nach Tagen',
  rotDaysHint: 'Ein Auftrag, der länger bleibt, wird markiert. Leer: nie.',
  moveJobs: (stage, count) =>
    plural(count, {
      one: `Den Auftrag aus „${stage}“ verschieben nach`,
      other: `Die # Aufträge aus „${stage}“ verschieben nach`,
    }),
  chooseStage: 'Phase wählen',
  fields: 'Felder',
  fieldsHint: 'Was Sie von jedem Auftrag wissen wollen, neben Titel, Kontakt, Wert und Termin.',
  noFields: 'Noch keine Felder, zum Beispiel ein Modell, eine Seriennummer oder eine Adresse.',
  newField: 'Neues Feld',
  addField: 'Feld hinzufügen',
  label: 'Beschriftung',
  type: 'Art',
  types: { text: 'Text', number: 'Zahl', date: 'Datum', choice: 'Auswahl', boolean: 'Ja oder nein' },
  options: 'Auswahl',
  option: 'Möglichkeit',
  addOption: 'Möglichkeit hinzufügen',
  key: 'Name in der API',
  keyHint: 'Anbindungen verwenden ihn. Ein anderer Name entfernt das Feld und legt ein neues an.',
  required: 'Pflichtfeld',
  requiredHint: 'In Formularen gekennzeichnet. Ein Auftrag lässt sich auch ohne speichern.',
  dropFields: 'Werte entfernter Felder aus allen Aufträgen löschen',
  dropFieldsHint:
    'Ein Feld, das Aufträge verwenden, lässt sich nur mit seinen Werten entfernen. Das lässt sich nicht rückgängig machen.',
  chats: 'Aus Chats',
  fromChat: 'Aufträge aus Chats anlegen',
  fromChatHint:
    'Endet ein Chat, in dem ein Besucher eine Arbeit wünscht, macht das Modell daraus einen Auftrag. Es füllt die Felder nur mit dem, was der Besucher geschrieben hat. Dafür braucht es ein Modell.',
  values: 'Werte',
  currency: 'Währung',
  currencyHint: 'Das Kürzel der Währung neuer Aufträge, zum Beispiel EUR.',
  files: 'Dateien',
  filesHint: 'Fotos und Dokumente eines Auftrags. Sie liegen in der Datenbank und gehören zu ihrer Sicherung.',
  filesOn: 'Dateien in Aufträgen erlauben',
  maxMb: 'Größte Datei in MB',
}
