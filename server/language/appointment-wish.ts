import { plain } from './person-wish.ts'

type Wish = { asks: RegExp; asksNot: RegExp }

// The texts are in small letters and without accents.
const wishes: Wish[] = [
  {
    asks: /\b(?:book|make|schedule|arrange|get|have|set up|need|want|like) (?:an? |my |the )?(?:\w+ )?(?:appointment|time ?slot|consultation)\b|\bappointment,? please\b/,
    asksNot:
      /\b(?:do|did|must|should) (?:i|we|you|people) (?:need|have|make)\b|\bwithout\b|\bcancel|\breschedul|\bmove\b|\bchange\b|\bmissed\b|\bdon't (?:need|want)\b/,
  },
  {
    asks: /\b\w*termin\b.{0,25}\b(?:buchen|vereinbaren|ausmachen|machen|reservieren|bekommen)\b|\b(?:brauche|mochte|will|hatte gern\w*|wunsche|suche|buche)\b.{0,25}\b\w*termin\b|\btermin,? bitte\b/,
    asksNot:
      /\b(?:brauch\w*|benotig\w*) (?:ich|man|wir)\b|\bohne\b|\babsagen\b|\bverschieben\b|\bstornieren\b|\bmuss (?:ich|man)\b|\b(?:keinen|kein) \w*termin\b|\bverpasst\b/,
  },
  {
    asks: /\b(?:prendre|reserver|avoir|fixer|obtenir)\b.{0,12}\b(?:rendez-?vous|rdv|creneau)\b|\b(?:je veux|je voudrais|j'aimerais|besoin d'un)\b.{0,20}\b(?:rendez-?vous|rdv)\b|\brendez-?vous s'il (?:vous|te) plait\b/,
    asksNot: /\bannuler\b|\bdeplacer\b|\breporter\b|\bsans\b|\bfaut-?il\b|\bil faut\b|\bmanque\b|\bpas (?:de|besoin)\b/,
  },
  {
    asks: /\b(?:pedir|reservar|concertar|agendar|sacar|solicitar|coger)\b.{0,8}\b(?:cita|turno)\b|\b(?:quiero|quisiera|necesito|me gustaria)\b.{0,20}\b(?:cita|turno)\b|\bcita,? por favor\b/,
    asksNot:
      /\bcancelar\b|\banular\b|\bcambiar\b|\bsin\b|\bhace falta\b|\bhay que\b|\btengo que\b|\bno (?:quiero|necesito)\b/,
  },
]

const maxLength = 1_000
const maxSentence = 300

/**
 * Whether a visitor wants an appointment: `I'd like to book an appointment`, `Termin vereinbaren`. In any of the four
 * languages, whatever the chat's is. Questions about appointments, changes and cancellations are none.
 */
export function asksForAppointment(text: string): boolean {
  const sentences = plain(text.slice(0, maxLength)).split(/[.!;:\n…¡¿?]+/)
  return sentences.some((given) => {
    const sentence = given.trim().slice(-maxSentence)
    return wishes.some(({ asks, asksNot }) => asks.test(sentence) && !asksNot.test(sentence))
  })
}
