import { any, pattern } from './person/pattern.ts'
import { plain } from './person-wish.ts'

/**
 * The patterns of a language by which a visitor asks for an appointment, one sentence at a time. They apply to text in
 * small letters without accents. Every language has the same kinds of wishes, in this order and with an empty line between
 * them: an appointment by its name, to book something, a free time, to be seen by somebody, to be put down for something.
 *
 * The word for an appointment alone is a wish, unless it is a certain one: `my appointment`, `zum Termin`, `la cita`.
 */
type Wish = { asks: RegExp[]; asksNot: RegExp }

/** One of `words`, but not after one of `certain` and at most one other word: `the second appointment`. */
const notAfter = (certain: string, words: string): string => `(?<!\\b${any(certain)} (?:\\w+ )?)\\b${any(words)}\\b`

// Times. Without one, a table may be furniture, and `sign me up` may be for a newsletter.
const when = {
  en: any(
    '(?:mon|tues|wednes|thurs|fri|satur|sun)days?|today|tonight|tomorrow|noon|morning|afternoon|evening|weekend|(?:next|this) week|\\d{1,2} ?(?:am|pm|th|st|nd|rd|:|o.clock)|at \\d',
  ),
  de: any(
    '(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend|heute|(?:uber)?morgen|vormittag|nachmittag|abend|(?:nachste|diese|kommende) woche|nachsten tagen?|wochenende|\\d{1,2} ?(?:uhr|h\\b)|(?:am|um|ab) \\d',
  ),
  fr: any(
    "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|aujourd'hui|demain|ce (?:matin|midi|soir|week-?end)|cet apres-midi|cette semaine|la semaine prochaine|le \\d|(?:a )?\\d{1,2} ?h",
  ),
  es: any(
    'lunes|martes|miercoles|jueves|viernes|sabado|domingo|hoy|manana|esta (?:tarde|noche|semana)|la (?:proxima semana|semana que viene)|fin de semana|a las \\d|el (?:dia )?\\d',
  ),
}
/** A time after its small words: `on the 14th`, `este viernes`. */
const at = {
  en: `(?:(?:on|at|for|this|next|in|the|over|early|late) ){0,3}${when.en}`,
  fr: `(?:(?:pour|le|ce|cette) ){0,2}${when.fr}`,
  es: `(?:(?:para|el|la|este|esta|por la) ){0,2}${when.es}`,
}
const people = {
  en: '\\d|one|two|three|four|five|six|seven|eight|ten|us',
  de: '\\d|eine person|zwei|drei|vier|funf|sechs|sieben|acht|zehn|uns',
  fr: '\\d|une personne|deux|trois|quatre|cinq|six|sept|huit|dix|nous',
  es: '\\d|una|dos|tres|cuatro|cinco|seis|siete|ocho|diez|nosotros',
}

const english: Wish = {
  asks: [
    pattern(
      notAfter("the|my|our|your|his|her|their|this|that|which|whose|every|each|\\w+'s", 'appointments?|appts?'),
      '(?! (?:only|letter|card|book|diar(?:y|ie)|planner|system|software|app|widget|feature|type|page)s?\\b)',
    ),
    pattern('\\b(?:next|earliest|soonest|first)(?: (?:available|free|possible|open))? (?:appointments?|appts?)\\b'),
    pattern('\\b(?:book|make|schedule|arrange) (?:the|my|our) (?:\\w+ )?(?:appointments?|appts?)\\b'),

    pattern(
      '\\b(?:book|make|schedule|arrange|get|set up|need|want|like|find|request|reserve|(?:can|could|may) (?:i|we) have|to have) (?:me |us |in )?(?:an? |another |the |my |your |some |any )?(?:\\w+ ){0,2}?(?:time ?slots?|slots?|consultations?)\\b',
    ),
    pattern(
      '\\b(?:book|schedule|arrange|set up|plan|reserve|fix) (?:me |us )?(?:an? |another |the |some )?(?:\\w+ ){0,2}?(?:meetings?|calls?|chats?|demos?|tours?|visits?|viewings?|inspections?|sessions?|tastings?|lessons?|class(?:es)?|fittings?|trials?|test drives?|check-?ups?|assessments?|treatments?|haircuts?|massages?|interviews?|pick-?ups?|repairs?|technicians?|engineers?|time|date|bookings?|reservations?)\\b|\\b(?:book|schedule|arrange) something\\b',
    ),
    pattern(
      '\\bmake (?:an? )?(?:\\w+ )?(?:bookings?|reservations?)\\b|\\b(?:about|start|does) booking(?:$| work)|\\b(?:take|accept) (?:bookings|reservations)\\b',
    ),
    pattern(
      "\\b(?:(?:can|could|may) (?:i|we)|i'd|i would|we'd|want|need|like|love|looking for|interested in)\\b.{0,12}? (?:an? |another )(?:\\w+ )?(?:consultation|viewing|test drive|trial (?:class|lesson|session)|demo|tour|fitting|check-?up|haircut|massage|inspection|session|treatment)\\b(?! (?:guide|chair|account|version|video|page|guide))",
    ),
    pattern(
      "\\b(?:i'd|i would|we'd|want(?:ed|ing)?|need|like|love|wish|hop(?:e|ing)|looking|trying|possible|way|can|could|may|how (?:do|can)|where (?:do|can)|let me|please)\\b.{0,30}?\\b(?<!\\b(?:a|an|the|this|that|your|which|any|good|new|guide|\\w+'s) )(?:book|reserve)(?! (?:club|shop|fee|is\\b))\\b",
    ),
    pattern('^(?:(?:hi|hello|hey|please),? )*(?:book|schedule|reserve)(?! (?:el|la|los|las|una?) )(?: .{1,60})?$'),
    pattern(
      `(?<!\\b(?:the|this|that|your) )\\btables? (?:free|left|available(?! in)|${when.en}|(?:for|on|at) ${any(`${people.en}|${when.en}`)})|\\bparty of ${any(people.en)}\\b`,
    ),
    pattern(`\\b(?:come|eat|dine)\\b.{0,12}?\\b(?:dinner|lunch|brunch|breakfast)\\b.{0,12}?\\b${when.en}`),

    pattern(
      '\\b(?:do you have|have you got|got|any|are there|is there|next|earliest|first|what|which)(?: an?| any| some| the| your)?(?: (?:free|available|open|time|evening|morning|afternoon|weekend))* ',
      `(?:slots?|availabilit(?:y|ies))(?=$|,? (?:do you have|(?:are )?(?:free|available|left)|${at.en}))`,
      '|\\b(?:free|available|open) (?:time ?)?slots?\\b|\\bslots? (?:free|available|left)\\b',
    ),
    pattern(
      `\\b(?:do you have|have you got|(?:is|are) there|got|any)(?: any| some| anything| something| a bit of| an?)?(?: (?:time|space|room|available|free|gap|spots?|capacity|openings?)){1,3}(?: for [^,]{1,25}?)?,? ${at.en}`,
      `|\\banything (?:free|available|left)(?=$|,? ${at.en})|\\b(?:gaps?|room|space) in (?:your|the) (?:diary|calendar|schedule)\\b`,
    ),
    pattern('\\b(?:next|earliest|soonest) (?:\\w+ )?opening(?! (?:hour|time|day|night|ceremon))\\b'),
    pattern(
      '\\bwh(?:at|ich) (?:times?|days?|dates?) (?:are|do you have|have you got)(?: still)? (?:available|free|left)\\b|\\bwhat (?:times?|days?|dates?) do you have$|\\bavailable (?:dates?|times?|days?|slots?|spots?)\\b|\\bfree (?:slots?|spots?|dates?)\\b',
    ),
    pattern(
      `\\bwhen(?:'s| is| are| would| will)? (?:you|someone|anyone|(?:dr|doctor|mr|mrs|ms) \\w+)\\b.{0,12}? (?:available|free)\\b(?! (?:in|as|of|from) )`,
    ),
    pattern(
      `\\bis (?:\\w+ )?${when.en}.{0,12}? still (?:open|free|available)\\b|\\b(?:does|would|will|can) .{0,15}?\\b${when.en}.{0,12}? work\\b`,
    ),
    pattern(
      `\\bare (?:you|they) (?:free|available) (?:for an? \\w+|(?:on |at |this |next |in the |over )*${when.en})`,
      `|\\b(?:like|love|want) to (?:come|pop|drop) (?:in|by|over)\\b.{0,60}?\\b(?:free|available|possible|ok|okay)$`,
    ),

    pattern('\\b(?:fit|squeeze|book|pencil|slot) (?:me|us) in\\b|\\bget (?:me )?booked in\\b'),
    pattern(
      '\\b(?:(?:can|could|would) (?:you|he|she|they|someone|anyone|(?:the |dr )\\w+)|when|earliest|soonest)\\b.{0,30}?\\b(?:see|fit) (?:me|us)(?=$|,? (?:in|now|soon|sooner|earlier|before|for|at|on (?!the)|today|tomorrow|this|next)\\b)',
      '|\\bhow soon can (?:i|we) (?:be seen|come in|get in)\\b',
    ),
    pattern(
      '\\b(?:like|love|want|need|have|wish|possible|can i|could i|may i)(?: to)? see (?:(?:an?|your|the|one of your|any of your) (?:\\w+ )?(?:doctor|dentist|gp|nurse|lawyer|solicitor|therapist|physio\\w*|vet|advis[eo]r|consultant|specialist|stylist|hairdresser|technician|mechanic|coach|tutor)s?|dr\\b|doctor\\b)',
      '|\\bcome (?:and|to) see (?:one|any) of your\\b',
      '|\\b(?:can|could|will|would|for|send|need|want) (?:(?:someone|somebody|anyone)\\b.{0,12}? (?:come|visit|stop by|drop by)|(?:us )?an? (?:technician|plumber|electrician|mechanic) (?:to |who can |please )?(?:come|visit|out|round|today|tomorrow))\\b',
    ),
    pattern(
      `\\b(?:(?:can|could|shall|may) (?:i|we|you)|let's|(?:like|love|want|possible) to)\\b.{0,15}?\\b(?:meet|get together|see you|come in for|(?:do|have) an? (?:\\w+ )?(?:call|meeting|chat))\\b.{0,30}?\\b${when.en}`,
    ),

    pattern(`\\b(?:put|pencil|sign|mark|schedule) (?:me|us) (?:down |in |up )?for\\b.{0,20}?\\b${when.en}`),
    pattern(
      '\\b(?:register|enrol+|sign (?:\\w+ ){0,2}?up) for (?:an? |the )(?:\\w+ )?(?:lesson|class|tour|viewing|consultation|workshop)\\b',
    ),
  ],
  asksNot:
    /(?<!(?:how|where) )\b(?:do|did|must|should|why) (?:i|we|you|people) (?:need|have to|make|book)\b|\bdo (?:i|we|people) have an\b|\b(?:must|should) (?:i|we)\b|\bhow far\b|\bwhere (?:is|are)\b|\bwithout\b|\bcancel|\breschedul|\b(?:move|change|sync|export|import|delete|edit|remove)\b|\bmissed\b|\bdon't (?:need|want)\b|(?<!(?:book|make|schedule|arrange|reserve) )\b(?:my|our|his|her|the) (?:\w+ )?(?:booking|consultation|reservation)\b|(?<!\b(?:can|could|may|might) )\b(?:i|we)(?:'ve| have| had) (?:(?:already|just|an?|made|got|no) )*(?:appointment|appt|booked|booking)\b|\b(?:already|was|have) booked\b|\bhow (?:much|long|many)\b|\b(?:cost|costs|price|fee|free of charge|policy|policies|confirmation|reminder|required|necessary|mandatory)\b|\b(?:to|at|during|after|before|by|per) (?:an )?(?:appointment|appt)s?\b|\bappointments? (?:was|were|did|got|has been|is (?:at|on|in|over))\b|\b(?:first|next) (?:appointment|session)(?: \w+){0,2}? (?:like|happens?|involve)|\bwhat happens\b|\bfor an? (?:\w+ )?(?:question|chat)\b/,
}

const doings =
  '\\w*(?:gesprach|beratung|besichtigung|fahrt|stunde|training|demo|treffen|meeting|call|besuch|untersuchung|behandlung|anprobe|massage|fuhrung|inspektion|kontrolle|reinigung|schneiden|haarschnitt|impfung|wechsel|sehtest|konferenz)'
const haveYou =
  "(?:haben sie|habt ihr|hast du|hatten sie|hattet ihr|gibt es|gibt'?s|gabe es|macht ihr|machen sie|bietet ihr|bieten sie)"

const german: Wish = {
  asks: [
    pattern(
      notAfter(
        'de[rnms]|die|zum|beim|vom|am|im|bis|vor|nach|pro|mein\\w*|unser\\w*|dein\\w*|eure?\\w*|ihr\\w*|sein\\w*|diese\\w*|jede\\w*|welche[mn]|kein\\w*',
        '(?!liefer|abgabe|einsende|zahlungs|bewerbungs|messe|erscheinungs|end|start|gerichts|kurs|prufungs|versand)\\w*termin(?:vereinbarung|buchung|anfrage|wunsch)?',
      ),
    ),
    pattern(
      '\\b(?:nachste|fruheste|schnellste|erste)\\w* (?:freie|mogliche)\\w* \\w*termine?\\b|\\b(?:nachste|fruheste)\\w* termine?\\b|\\bfreie[rn]? termine?\\b',
    ),
    pattern(
      '\\btermin(?:vereinbarung|buchung|anfrage)\\b|\\b(?:den|die) (?:\\w+ )?\\w*termine? (?:buchen|reservieren)\\b',
    ),
    // The plural is a verb of other languages.
    pattern(
      `\\b(?:${haveYou}|noch|neue|weitere|andere|mehr|online|welche)\\b.{0,35}?\\b(?!determ)\\w*termine\\b`,
      '|^(?:hallo,? )?termine$|\\b(?!determ)\\w*termine (?:frei|vereinbaren|ausmachen|buchen|machen|bekommen)\\b',
    ),

    pattern(
      `\\b${doings}\\b.{0,25}?\\b(?:vereinbaren|ausmachen|buchen|reservieren|planen|ansetzen|abmachen|absprechen)\\b`,
    ),
    pattern(
      '\\b(?:mochte|mochten|will|wollen|wurde|kann|kann man|konnte|wie|wo|darf|bitte)\\b.{0,60}?\\b(?:buchen|reservieren)$',
    ),
    pattern(
      `\\bbuchen sie (?:mir|uns)\\b|\\bnehm\\w* .{0,12}?reservierungen\\b|\\bkann ich\\b.{0,15}?\\b${when.de}.{0,12}? zu[mr] (?:\\w*arzt|friseur)`,
    ),
    pattern('^(?!wa?s |wer |warum |wieso |wann |wie ).{1,40} (?:buchen|reservieren)(?:,? bitte)?$'),
    pattern(`\\btische? (?:frei|${when.de}|(?:fur|am|um) ${any(`${people.de}|${when.de}`)})`),
    pattern(
      '\\b(?:kann|konnte\\w*|mochte\\w*|wurde\\w*|will|wollen|darf)\\b.{0,30}?\\b(?:besichtigen|probe ?fahren)\\b',
    ),
    pattern(
      `\\b(?:kann|konnte\\w*|mochte\\w*|wurde\\w*)\\b.{0,40}?\\b${when.de}.{0,10}? (?:anschauen|ansehen)$|\\b(?:mochte|wurde gern\\w*|kann ich|konnte ich|konnten wir)\\b.{0,50}? treffen$`,
    ),
    pattern(`\\b(?:${when.de}|zu (?:zweit|dritt|viert|funft|sechst))\\b.*\\b${haveYou}\\b.{0,15}? tisch$`),
    pattern(
      '\\b(?:schnupper|probe)(?:stunde|training|kurs)\\b.{0,15}?\\bwann\\b.{0,25}? (?:mitmachen|teilnehmen|kommen)$|\\bplatz\\b.{0,10}?\\b(?:schnupper|probe)',
    ),

    pattern(
      '\\b(?:brauch\\w*|mochten?|will|wollen|hatten? gern\\w*|wurden? gern\\w*|wunsche|suchen?|buchen?|bekommen?|kriegen?|bitte|benotige)\\b.{0,30}?\\b(?:slot|zeitfenster)\\b',
    ),
    pattern(`\\b${haveYou}\\b.{0,12}?\\b${when.de}.{0,12}? zimmer\\b|\\bzimmer frei\\b`),
    pattern(`\\b(?:zum|zur) ${doings} kommen\\b|\\b${when.de}\\b.{0,20}?\\b${doings} machen\\b`),
    pattern(
      `^(?=.*\\b(?:noch|freien?|${when.de})\\b).*\\b${haveYou}\\b.{0,35}?\\b(?:slots?|zeitfenster|kapazitat(?:en)?|lucken?|luft)\\b`,
    ),
    pattern(
      '\\b(?:was|etwas|noch|platz|platze|tag|zeit|wann)\\b.{0,20}? frei\\b(?! (?:von|zugang|verfugbar|verkauf|haus))',
    ),
    pattern(
      `\\b(?:haben sie|habt ihr|hast du|hatten sie|hattet ihr)\\b.{0,30}?\\bzeit(?=$|,? (?:fur|am|um|an|zu|${when.de})\\b)`,
    ),
    pattern(
      `\\b(?:${haveYou}|ist|ware)\\b.{0,25}?\\b${when.de}.{0,25}?\\b(?:(?:was|etwas)(?: moglich)?|platze?|(?:et)?was (?:moglich|frei))$`,
    ),
    pattern(
      `\\bwann hatte[nt]? (?:sie|ihr)\\b|\\bist\\b.{0,10}?\\b${when.de}.{0,12}? noch (?:zu haben|moglich)\\b|\\bwurde\\b.{0,10}?\\b${when.de}.{0,20}? passen\\b|\\bpasst (?:am |um )?${when.de}`,
    ),
    pattern(
      `\\bwann (?:passt|passte|ginge) (?:es|das)\\b|\\b(?:passt|passte|ginge|geht) es (?:bei )?(?:ihnen|euch|dir)\\b.{0,20}?\\b${when.de}`,
    ),
    pattern(
      `\\b(?:mochte|will|wurde|wollte)\\b.{0,40}?\\b(?:kommen|vorbeikommen)\\b.{0,15}?\\b(?:geht|ginge|passt|klappt)\\b.{0,15}?${when.de}`,
    ),

    pattern(
      '\\b(?:dazwischen|ein|rein|zwischen) ?(?:schieben|quetschen)\\b|\\b(?:dran|dazwischen) ?(?:nehmen|kommen)\\b',
      '|\\bjemand\\b.{0,40}? (?:vorbei)?kommen$|\\bbrauch\\w*\\b.{0,25}? (?:klempner|handwerker|techniker|elektriker|installateur)\\b|\\bbei (?:einem|einer|jemandem)\\b.{0,25}? (?:vorbeischauen|vorbeikommen)\\b',
    ),

    pattern(`\\btrag\\w* (?:sie |ihr )?(?:mich|uns)\\b.{0,20}?\\b${when.de}.{0,20}?\\bein\\b`),
    pattern(
      `\\b(?:mich|uns|mein\\w* \\w+)\\b.{0,15}?\\b(?:${when.de}.{0,20}?|(?:zum|zur|fur (?:den|die|das|eine?n?)) ${doings}) (?:anmelden|eintragen)\\b`,
    ),
  ],
  asksNot:
    /\b(?:brauch\w*|benotig\w*) (?:ich|man|wir)\b|\bohne\b|\babsagen?\b|\bsage\w* .*\bab\b|\bverschieben\b|\bverlegen\b|\bandern\b|\bumbuchen\b|\bstorn|\b(?:muss|soll|sollte) (?:ich|man)\b|\bverpasst\b|\b(?:mein|unser|dein)\w* (?:\w+ )?\w*termin|\bkoste(?:t|n)\b|\bdauert?n?\b|\bhabe?n? (?:(?:ich|wir|schon|bereits|morgen|heute|am \w+|um \w+|doch|ja|gestern) )*(?:den|einen|nen) \w*termin(?! frei)(?!.*(?:\?|bekommen))|\b(?:ich|wir) hatten?\b(?!.*\b(?:gern\w*|bitte|lieber|am liebsten|frei)\b)|\bgebucht\b|\b(?:bis wann|bis zu)\b|\bbestatig|\bmit (?:einem )?termin\b|\b(?:notig|notwendig|erforderlich|pflicht)\b|\b(?!schnupper|probe)\w*kurs|\b(?:uberweisung|zahlung|betrag|konto)\w*\b|\bfur (?:eine )?(?:\w+ )?frage\b|\btermine (?:der|des)\b|\b(?:stellen?|jobs?|ausbildung\w*|praktik\w*|park\w*|stellpl\w*|versand\w*|eintritt|lieferung)\b.{0,20}? frei\b/,
}

const french: Wish = {
  asks: [
    pattern(
      notAfter(
        'les?|la|mon|ma|mes|notre|nos|votre|vos|cet?|cette|aux?|du|chaque|avant|apres|aucun|son|leurs?',
        'rdv|rendez[- ]?vous',
      ),
      '(?! (?:sur|dans|compte|manque)\\b)',
    ),
    pattern(
      '\\b(?:premier|prochain) (?:rdv|rendez[- ]?vous) (?:disponible|possible|libre)\\b|\\b(?:rdv|rendez[- ]?vous) le plus (?:tot|proche)\\b',
    ),
    pattern('\\b(?:prendre|prise de|fixer) (?:le |mon |un )?(?:rdv|rendez[- ]?vous)\\b'),

    pattern(
      '\\b(?:prendre|prenne|reserver|avoir|fixer|convenir|obtenir|planifier|demander|proposer|organiser|caler|programmer|booker)\\b.{0,20}?\\b(?:creneaux?|appel|demo|visite|essai|consultation|seance)\\b',
    ),
    pattern(
      "\\b(?:je (?:veux|voudrais|souhaite\\w*|peux)|j'aimerais|puis-je|peut-on|on peut|pouvons-nous|merci de|comment|ou)\\b.{0,25}?\\breserver\\b",
    ),
    pattern(
      `\\b(?:peut|pourrait|pourrions|peux|puis|voudrai[st]|aimerai[st])\\b.{0,15}?\\b(?:visiter (?:la maison|l'appartement|le logement|les bureaux|le bien)|(?:diner|dejeuner)\\b.{0,12}?\\b${when.fr})`,
    ),
    pattern(
      "\\bprenez[- ]vous (?:des |les )?reservations\\b|\\b(?:venir|passer) pour une? (?:essayage|controle|consultation|coupe|devis|visite)\\b|\\b(?:interesse|voudrais|aimerais|faire|suivre)\\b.{0,25}?\\b(?:cours|seance) d'essai\\b",
    ),
    pattern('^(?:bonjour,? )?(?:reserver|planifier|programmer)(?: .{1,40})?$'),
    pattern(
      `\\b(?:tables?|chambres?|reservation) (?:libre|disponible|${when.fr}|pour ${any(`${people.fr}|${when.fr}`)})`,
    ),

    pattern(
      "\\b(?:un|de|des|vos|d'autres|quel(?:le)?s?(?: sont)?(?: vos| les)?|prochains?) (?:\\w+ )?(?:creneaux?|dispos?|disponibilites?(?! (?:en|de|du|des)\\b))\\b|\\bcreneaux? (?:disponible|libre)",
    ),
    pattern(
      `\\b(?:avez-vous|auriez-vous|vous (?:avez|auriez)|tu as|as-tu|y a-t-il|il y a|quand|reste)\\b.{0,40}?\\b(?:creneaux?|disponibilites?(?! (?:en|de|du|des) )|dispos?|(?:de la|une) place(?=$|,? (?:libre|disponible|encore|pour ${any(people.fr)}|${at.fr})))\\b`,
    ),
    pattern(
      `\\b(?:(?:etes|seriez)[- ]vous|vous (?:etes|seriez)|tu es|es-tu|^(?:bonjour,? )?)(?: |^|\\b)(?:libres?|disponibles?|dispos?)\\b.{0,15}?\\b${when.fr}`,
    ),

    pattern(
      `\\b${when.fr}.{0,12}?(?:c'est|est-ce|est) (?:encore |toujours )?(?:libre(?! de)\\b|possible$)|\\b${when.fr}.{0,8}? vous convien|\\bvous convien\\w+ .{0,8}?${when.fr}|\\bquel(?:le)?s (?:jours|heures|horaires) (?:avez|auriez|sont (?:encore )?(?:libres|disponibles))|\\b(?:avez|auriez)\\b.{0,8}? du temps .{0,8}?${when.fr}`,
    ),
    pattern(
      `\\b(?:pouvez|pourriez|peux|pourrais|quand)\\b.{0,20}?\\b(?:me|nous) (?:recevoir|voir|caser|caler|prendre(?: en consultation)?(?= ${when.fr}|$))`,
    ),
    pattern(
      "\\bquelqu'un (?:peut|pourrait)(?:-il)? (?:venir|passer)\\b|\\b(?:venir voir|rencontrer) un (?:conseiller|medecin|expert)\\b|\\bbesoin d'un (?:plombier|technicien|electricien|artisan) (?:aujourd'hui|demain|cette semaine|rapidement|en urgence)\\b",
    ),
    pattern(`\\b(?:(?:se|nous|vous) (?:voir|rencontrer)|faire une (?:visio|reunion|demo))\\b.{0,30}?\\b${when.fr}`),

    pattern("\\binscri(?:re|ption)\\b.{0,40}?\\b(?:cours d'essai|essai|seance|atelier|visite)\\b"),
  ],
  asksNot:
    /\bannul|\bdeplacer\b|\breporter\b|\bdecaler\b|\bmodifier\b|\bchanger\b|\bsans\b|\bfaut-?il\b|\bil faut\b(?! que je)|\bcode\b|\bdois-je\b|\bmanque\b|\bpas (?:de|besoin|venir)\b|\b(?:mon|mes|notre|nos) (?:rdv|rendez|reservation)|\bcombien\b|\ba quelle heure\b|\bj'(?:ai|avais) (?:(?:deja|un|pris|bien|eu) )*(?:rdv|rendez|reserve)|\bau (?:\w+ )?(?:rdv|rendez-?vous)\b|\bconfirmation\b|\b(?:obligatoire|necessaire)\b|\bse passe\b|\brappel\b/,
}

const spanish: Wish = {
  asks: [
    pattern(
      notAfter(
        'el|las?|los|mis?|tus?|sus?|nuestras?|vuestras?|est[ae]s?|es[ae]s?|cada|ninguna|antes de|despues de',
        'citas?|turnos?',
      ),
    ),
    pattern(
      '\\b(?:primera|proxima) cita (?:libre|disponible|posible)\\b|\\bcita mas (?:pronta|cercana|temprana)\\b|\\bcita previa\\b',
    ),
    pattern('\\b(?:teneis|tienen?|tienes|seria|hay)\\b.{0,15}? proxima cita\\b'),

    pattern(
      '\\b(?:pedir|pido|reservar|reservo|concertar|agendar|agendo|fijar|sacar|solicitar|coger|programar|tener|conseguir|dar(?:me|nos)?|obtener|busco|buscar)\\b.{0,15}?\\b(?:llamada|demo|visita|reunion|consulta|sesion)\\b',
    ),
    pattern('\\b(?:quiero|quisiera|me gustaria|puedo|podria|como|donde|necesito|deseo)\\b.{0,25}?\\breserv(?:ar|o)\\b'),
    pattern(
      '\\b(?:donde|como) se (?:reserva|agenda)\\b|\\breserv(?:ar|a|e|en)(?:me|nos)\\b|\\bacept\\w+ reservas\\b|\\bse puede reservar(?=$| (?:para|por|en linea|online|una?|mesa|cita|hora))|^(?:por favor,? )?reserven? (?:una|dos|tres|cuatro|mesa|plaza)',
    ),
    pattern('^(?:hola,? )?(?:reserv(?:ar|a)|agendar|programar)(?: .{1,40})?$'),
    pattern(
      `\\b(?:mesas?|reserva)(?: libres?| disponibles?)? (?:${when.es}|para ${any(`${people.es}|${when.es}`)})|\\bmesas? (?:libres?|disponibles?)\\b`,
    ),
    pattern(
      `\\b(?:queremos|quisiera\\w*|me gustaria|podria\\w*|podemos|puedo)\\b.{0,12}?\\b(?:(?:cenar|comer|almorzar) ${at.es}|(?:ver|visitar) (?:la casa|el piso|la vivienda|el apartamento|el local)\\b)|\\bclase de prueba\\b`,
    ),

    pattern(
      `\\bhuecos?(?=$|,? (?:libres?|disponibles?|antes|${at.es}))`,
      '|\\b(?:tienen?|teneis|tienes|hay|dar|das|dais|deis|den|pedir|pido|coger) hora\\b',
    ),
    pattern(
      '\\b(?:tienen?|tienes|teneis|tendrian?|hay|habria|queda[n]?|cual|que (?:dias|horas))\\b.{0,35}?\\b(?:disponibilidad|(?:hora|plaza|sitio|habitacion)(?= (?:libre|disponible|(?:para )?(?:manana|hoy|esta |el |\\d|una|dos|tres|cuatro|cinco|seis))))\\b',
    ),
    pattern('\\bplazas?\\b.{0,15}?\\b(?:clase|curso|taller|sesion|visita)\\b'),
    pattern(
      '\\bque (?:dias|horas|horarios|fechas)\\b.{0,25}?\\b(?:libres?|disponibles?)\\b|\\bque (?:dias|horas|fechas) (?:teneis|tienen?|tienes)$',
    ),
    pattern(
      `\\b${when.es}.{0,15}?\\b(?:sigue|esta) libre\\b(?! de)|\\b(?:os|les?|te) (?:viene|vendria) bien\\b.{0,12}?\\b${when.es}`,
    ),
    pattern(
      `\\b(?:(?:estais|estan|estas|esta usted) (?:libres?|disponibles?)|(?:teneis|tienen?|tienes) tiempo)\\b.{0,12}?\\b${when.es}`,
    ),

    pattern(
      '\\b(?:me|nos) (?:pod\\w+|puede[ns]?) (?:atender|recibir|ver)\\b|\\b(?:pod\\w+|puede[ns]?) (?:atender|recibir)(?:me|nos)\\b',
    ),
    pattern(
      '\\bvenir alguien\\b|\\balguien (?:puede|podria) venir\\b|\\bnecesit\\w+ un (?:fontanero|tecnico|electricista) (?:hoy|manana|urgente|esta semana)\\b|\\bpasar a ver a un (?:asesor|medico|experto)\\b',
    ),
    pattern(`\\b(?:vernos|reunirnos|reunirme|quedar|conocernos)\\b.{0,20}?\\b${when.es}`),

    pattern(`\\b(?:me|nos) pod\\w+ (?:meter|poner|apuntar)\\b.{0,12}?\\b${when.es}`),
    pattern(`\\b(?:apunt|anot)[ae]n?(?:me|nos)\\b.{0,25}?\\b${when.es}`),
  ],
  asksNot:
    /\bcancel\w+|\banul|\bcambi|\bsin\b|\bhace falta\b|\bhay que\b|\btengo que\b(?! pedir cita (?:para|en|con)\b)|\bno (?:quiero|necesito|puedo)\b|\b(?:mis?|nuestra) (?:cita|turno|reserva)|\bcuanto\b|\ba que hora\b|\b(?:ya )?ten(?:go|ia|iamos) (?:una )?(?:cita|turno)|\bya reserve\b|\bla cita (?:es|dura|cuesta)|\ba (?:la|una) cita\b|\bgratis\b|\bperdido\b|\bconfirmacion\b|\brecordatorio|\b(?:obligatori|necesari)[oa]\b|\b(?:gestion|sistema|programa|aplicacion|app|numero) de (?:citas?|turnos?|reservas?)\b|\bque pasa\b|\bes una cita\b|\bequivocad[oa]\b/,
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
