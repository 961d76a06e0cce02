import { pattern } from './person/pattern.ts'
import { plain } from './person-wish.ts'

type Wish = { asks: RegExp[]; asksNot: RegExp }

/** What may surround a word that is a wish by itself: `Termin bitte`, `appointment for tomorrow`. */
const alone = (words: string, around: string): RegExp =>
  pattern(
    `^(?:(?:${around}) )*(?:${words})(?:,? (?:${around}))*(?:,? (?:for|on|at|fur|am|um|pour|le|para|el) .{1,30})?$`,
  )

// The texts are in small letters without accents.
const english: Wish = {
  asks: [
    pattern(
      '\\b(?:book|make|schedule|arrange|get|set up|need|want|like|find|request|reserve|(?:can|could|may) (?:i|we) have|to have) (?:me |us |in )?(?:an? |another |the |my |your |some |any )?(?:\\w+ ){0,2}?(?:appointments?|appts?|time ?slots?|slots?|consultations?)\\b',
    ),
    pattern(
      '\\b(?:book|schedule|arrange|set up|plan|reserve|fix) (?:me |us )?(?:an? |another |the |some )?(?:\\w+ ){0,2}?(?:meetings?|calls?|demos?|visits?|viewings?|sessions?|fittings?|time|date|something|bookings?|reservations?)\\b',
    ),
    pattern('\\bmake (?:an? )?(?:\\w+ )?(?:bookings?|reservations?)\\b'),
    pattern(
      "\\b(?:i'd|i would|we'd|want|need|like|love|wish|looking|trying|possible|can|could|may|how (?:do|can)|where (?:do|can)|let me|please)\\b.{0,30}?\\b(?<!\\b(?:a|an|the|this|that|your|which|any|good|new|\\w+'s) )(?:book|reserve)(?! (?:club|shop|fee|is\\b))\\b",
    ),
    pattern('^(?:(?:hi|hello|hey|please),? )*(?:book|schedule|reserve)(?: .{1,60})?$'),
    pattern('\\b(?:fit|squeeze|book|pencil|slot) (?:me|us) in\\b|\\bget (?:me )?booked in\\b'),
    pattern(
      '\\b(?:do you have|have you got|got|any|are there|is there|next|earliest|first|what|which|when)\\b.{0,30}?\\b(?:appointments?|slots?|openings|availabilit(?:y|ies))\\b',
    ),
    pattern(
      '\\b(?:do you have|have you got|is there|got)(?: any| some| anything| something| a bit of)?(?: (?:time|space|room|available|free|a gap)){1,3}(?:$|,? (?:on|for|today|tomorrow|tonight|next|this|at|in the|to see|left)\\b)',
    ),
    pattern(
      '\\bwh(?:at|ich) (?:times?|days?|dates?) (?:are|do you have|have you got)(?: still)? (?:available|free|left)\\b',
    ),
    alone(
      'appointments?|appts?|bookings?',
      'hi|hello|hey|an?|new|one|please|pls|plz|request|needed|today|tomorrow|asap|next week|this week',
    ),
  ],
  asksNot:
    /(?<!(?:how|where) )\b(?:do|did|must|should|why) (?:i|we|you|people) (?:need|have to|have an|make|book)\b|\b(?:must|should) (?:i|we)\b|\bwithout\b|\bcancel|\breschedul|\b(?:move|change)\b|\bmissed\b|\bdon't (?:need|want)\b|(?<!(?:book|make|schedule|arrange|reserve) )\b(?:my|our|his|her|the) (?:\w+ )?(?:appointment|booking|consultation|reservation)\b|\b(?:i|we)(?:'ve| have| had) (?:(?:already|just|an?|made|got|no) )*(?:appointment|booked|booking)\b|\b(?:already|was|have) booked\b|\bhow (?:much|long|many)\b|\b(?:cost|costs|price|fee|free of charge|policy|policies|confirmation|reminder)\b|\b(?:first|next) (?:appointment|session)(?: \w+){0,2}? (?:like|happens?|involve)|\bwhat happens\b/,
}

const german: Wish = {
  asks: [
    pattern(
      '\\b\\w*termine?\\b.{0,30}?\\b(?:buchen|vereinbaren|ausmachen|machen|reservieren|bekommen|kriegen|haben|finden|anfragen|abmachen)\\b',
    ),
    pattern(
      '\\b(?:brauch\\w*|mochten?|will|wollen|hatten? gern\\w*|wurden? gern\\w*|wunsche|suchen?|buchen?|bekommen?|kriegen?|bitte|benotige)\\b.{0,30}?\\b(?:\\w*termin|slot|zeitfenster)\\b',
    ),
    pattern(
      '\\b(?:haben sie|habt ihr|hast du|hatten sie|hattet ihr|gibt es|gibts|gabe es)\\b.{0,35}?\\b(?:\\w*termine?|slots?|zeitfenster)\\b',
    ),
    pattern('\\b(?:nachste[rn]?|fruheste[rn]?|erste[rn]?|freie[rn]?|welche)\\b.{0,15}?\\b\\w*termine?\\b'),
    pattern('\\b(?:was|etwas|noch|platz|platze|termine?|tag|zeit|wann)\\b.{0,20}? frei\\b'),
    pattern('\\b(?:haben sie|habt ihr|hast du|hatten sie|hattet ihr)\\b.{0,30}?\\bzeit\\b'),
    pattern(
      '\\b\\w*(?:gesprach|beratung|besichtigung|probefahrt|probestunde|demo|treffen|meeting|call|besuch|untersuchung|behandlung|anprobe)\\b.{0,25}?\\b(?:vereinbaren|ausmachen|buchen|planen|ansetzen|abmachen)\\b',
    ),
    pattern(
      '\\b(?:mochte|mochten|will|wollen|wurde|kann|kann man|konnte|wie|wo|darf|bitte)\\b.{0,40}?\\b(?:buchen|reservieren)$',
    ),
    alone(
      '\\w*termine?|terminvereinbarung|terminbuchung|terminanfrage',
      'hallo|hi|guten tag|einen?|nen|neuer|neuen|bitte|gerne?|frei|freie|freier|noch|morgen|heute|online|nachste woche|diese woche|asap',
    ),
  ],
  asksNot:
    /\b(?:brauch\w*|benotig\w*) (?:ich|man|wir)\b|\bohne\b|\babsagen\b|\bverschieben\b|\bstornieren\b|\b(?:muss|soll|sollte) (?:ich|man)\b|\b(?:keinen|kein) \w*termin\b|\bverpasst\b|\b(?:mein|unser|dein)\w* (?:\w+ )?\w*termin|\bkoste(?:t|n)\b|\bdauert?n?\b|\bhabe?n? (?:(?:ich|wir|schon|bereits|morgen|heute|am \w+|um \w+|doch|ja|gestern) )*(?:den|einen|nen) \w*termin(?! frei)(?!.*(?:\?|bekommen))|\bgebucht\b|\b(?:bis wann|bis zu)\b|\bbestatig|\b(?:der|den|dem|des|zum|beim|vom) \w*termin\b(?!.*\bbuchen)|\bkurs/,
}

const french: Wish = {
  asks: [
    pattern(
      '\\b(?:prendre|prenne|reserver|avoir|fixer|obtenir|planifier|demander|proposer|organiser|caler|programmer|trouver|cherche|chercher|booker)\\b.{0,20}?\\b(?:rendez-?vous|rendez vous|rdv|creneaux?|appel|demo|visite|essai|consultation|seance)\\b',
    ),
    pattern(
      "\\b(?:je (?:veux|voudrais|souhaite\\w*)|j'aimerais|besoin d'un|il me faut)\\b.{0,20}?\\b(?:rendez-?vous|rdv|creneau)\\b",
    ),
    pattern(
      '\\b(?:avez-vous|auriez-vous|vous (?:avez|auriez)|tu as|as-tu|y a-t-il|il y a|quels?|prochaine?|quand)\\b.{0,40}?\\b(?:creneaux?|rdv|rendez-?vous|disponibilites?|dispos?|(?:de la|une) place)\\b',
    ),
    pattern(
      "\\b(?:je (?:veux|voudrais|souhaite\\w*)|j'aimerais|puis-je|peut-on|pouvons-nous|comment|ou)\\b.{0,25}?\\breserver\\b",
    ),
    pattern('^(?:bonjour,? )?(?:reserver|planifier|programmer)(?: .{1,40})?$'),
    alone(
      'rdv|rendez-?vous|rendez vous|prise de (?:rdv|rendez-?vous)|creneau',
      "bonjour|un|une|nouveau|svp|stp|s'il (?:vous|te) plait|demain|aujourd'hui|matin|possible|urgent|la semaine prochaine|lundi|mardi|mercredi|jeudi|vendredi|samedi",
    ),
  ],
  asksNot:
    /\bannuler\b|\bdeplacer\b|\breporter\b|\bsans\b|\bfaut-?il\b|\bil faut\b|\bdois-je\b|\bmanque\b|\bpas (?:de|besoin|venir)\b|\b(?:mon|mes|notre|nos) (?:rdv|rendez)|\bcombien\b|\ba quelle heure\b|\bj'ai (?:(?:deja|un|pris|bien) )*(?:rdv|rendez|reserve)|\b(?:le|au|du) (?:rdv|rendez-?vous) (?:est|dure)|\bau (?:rdv|rendez-?vous)\b|\bconfirmation\b/,
}

const spanish: Wish = {
  asks: [
    pattern(
      '\\b(?:pedir|pido|reservar|reservo|concertar|agendar|agendo|sacar|solicitar|coger|programar|tener|conseguir|dar(?:me|nos)?|obtener|busco|buscar)\\b.{0,15}?\\b(?:citas?|turnos?|huecos?|llamada|demo|visita|reunion|consulta|sesion)\\b',
    ),
    pattern('\\b(?:quiero|quisiera|necesito|deseo|busco|me gustaria|querria)\\b.{0,25}?\\b(?:cita|turno|hueco)\\b'),
    pattern(
      '\\b(?:tienen?|tienes|teneis|tendrian?|hay|habria|queda[n]?|cual|proxima|que (?:dias|horas))\\b.{0,35}?\\b(?:citas?|turnos?|huecos?|disponibilidad|(?:hora|plaza|sitio)(?= (?:libre|para|manana|hoy|el|disponible)))\\b',
    ),
    pattern('\\b(?:quiero|quisiera|me gustaria|puedo|podria|como|donde|necesito|deseo)\\b.{0,25}?\\breserv(?:ar|o)\\b'),
    pattern('^(?:hola,? )?(?:reserv(?:ar|a)|agendar|programar)(?: .{1,40})?$'),
    alone(
      'citas?|turnos?|cita previa',
      'hola|una?|nueva|por favor|porfa|manana|hoy|disponibles?|libres?|urgente|esta semana|la proxima semana',
    ),
  ],
  asksNot:
    /\bcancel\w+|\banular\b|\bcambiar\b|\bsin\b|\bhace falta\b|\bhay que\b|\btengo que\b|\bno (?:quiero|necesito|puedo)\b|\b(?:mi|mis|nuestra) (?:cita|turno)|\bcuanto\b|\ba que hora\b|\b(?:ya )?tengo (?:una )?(?:cita|turno)|\bya reserve\b|\bla cita (?:es|dura|cuesta)|\ba la cita\b|\bgratis\b|\bperdido\b/,
}

const wishes = [english, german, french, spanish]

const maxLength = 1_000
const maxSentence = 300

/**
 * Whether a visitor wants an appointment: `I'd like to book a slot`, `Habt ihr morgen noch was frei?`, `rdv svp`. In any of
 * the four languages, whatever the chat's is. Questions about appointments, changes and cancellations are none.
 */
export function asksForAppointment(text: string): boolean {
  const sentences = plain(text.slice(0, maxLength)).split(/[.!;:\n…¡¿?]+/)
  return sentences.some((given) => {
    const sentence = given.trim().slice(-maxSentence)
    return wishes.some(({ asks, asksNot }) => asks.some((one) => one.test(sentence)) && !asksNot.test(sentence))
  })
}
