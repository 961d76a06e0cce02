import { any, before, gap, pattern, type Wishes } from './pattern.ts'

const real =
  '(?:(?:echte|richtige|reale|wirkliche|lebende|lebendige|menschliche|physische|kompetente|zustandige|personliche|normale)[mnrs]? )'
const article =
  "(?:(?:ein|eine[mnrs]?|'nen|nen|'ner|ner|ne|de[mnr]|die|das|ihre[mnr]?|eure[mnr]?|deine[mnr]?|irgend|irgendeine[mnr]?|andere[mnr]?|von|vom|aus|zu|zum|zur) )*"
const agents =
  'mitarbeite(?:r|rin|rs|rn|nden?|nder)|(?:kunden)?berater(?:in|n)?|ansprechpartner(?:in|n)?|ansprechpersonen?|operator|sachbearbeiter(?:in)?|(?:kunden(?:dienst|service|betreuung)|support)(?: ?-?mitarbeiter(?:in|n)?)?'
const humans = `mensch(?:en)?|${real}+(?:person(?:en)?|leuten?|jemand\\w*|hilfe|kontakt|unterstutzung|support|service|${agents})|(?:jemand(?:em|en)?|wer|wen) (?:echte[ms]|richtige[ms]|reale[ms])`
const anyone = 'jmd|jemand(?:em|en)?|irgend ?jemand(?:em|en)?|irgend ?wem|irgend ?wen|person(?:en)?'
const staff =
  'wem|\\w*abteilung|niemand(?:em|en)|kolleg(?:e|en|in|innen)|service|team|vertrieb|verkaufer(?:in|n)?|chefs?|chefin|inhaber(?:in)?|techniker(?:in)?|mechaniker(?:in)?|fachmann|fachfrau|experten?|agent(?:en)?|vorgesetzten?|geschaftsfuhrer(?:in)?|verantwortlichen?|leuten?|personal|frau|herrn?|damen?|zentrale|euch|trainer(?:in)?|lehrer(?:in)?'
const bot =
  "(?:(?:eine?[mnr]?|'nen|nen|de[mnr]|die|das|diese[mnr]?|mit|von|irgendeine[mnr]?|weitere[nr]?|mehr|blode[nr]?) )*(?:bots?|chat ?-?bots?|roboter[ns]?|maschinen?|ki|computer[ns]?|automat(?:en)?|software|automatische[nrms]? (?:antwort(?:en)?|system))"

/** One of these persons, with an article or the like. */
const a = (persons: string) => `\\b${article}${real}*${any(persons)}\\b`
const members = `${humans}|${agents}|kolleg(?:e|en|in)|vorgesetzten?|chef(?:in)?`
/** A human by contrast with a machine, in the singular. */
const aHuman = `\\b(?<!fur )(?:eine[mnr]?|ein|'nen|nen|ner) (?:${real}*mensch(?:en)?|${real}+(?:person|${agents}))\\b`
/** Where in the business they are. */
const from = '(?: (?:vom|von|aus|im) [\\w ]{1,20}?)?'
const everybody = `${humans}|${agents}|${anyone}|${staff}`
/** Persons of something else than the business: `Inhaber der Wohnung`. */
const notOf = '(?! (?:des|de[mr] (?!mir|uns|sich|das|es|firma)|vor|fur (?!mich|uns|das|dies)))'
const of =
  '(?: (?:von euch|von ihnen|aus|vom|von eurem|von ihrem|aus dem|im) ?(?:team|support|service|haus|kundenservice|kundendienst)?)'

const talk = any(
  'sprechen|reden|chatten|schreiben|telefonieren|tippen|verbinden|verbunden werden|unterhalten|besprechen|klaren|kommunizieren|austauschen|in kontakt',
)
const want =
  '(?:will|wollen|mochten?|moechten?|brauchen?|brauch|benotigen?|hatten? (?:(?:lieber|doch|bitte) )?gern\\w*|hatten? lieber|wunschen?|verlangen?|bevorzugen?|fordere|suche)'
const fillers = '(?:(?:hallo|hi|hey|guten tag|ok|nein|bitte|einfach|also|und|dann|ja|jetzt|nur|sondern|ich|aber)[ ,]+)*'
/** Where a sentence that asks for nothing else begins, and where any part of one does. */
const start = `^${fillers}`
const begin = `(?:^|, ?)${fillers}`
const end = '(?:,? (?:bitte|pls|plz|jetzt|sofort|danke|her|hier|mehr|ran|mal|holen|rufen))*(?:$|,)'
const hereNow =
  '(?: (?:da|hier|dort|online|erreichbar|verfugbar|anwesend|frei|zu sprechen|zu erreichen|zum (?:chatten|reden|schreiben|sprechen)))+(?:,? de[rm] (?:mir|uns) (?:\\w+ )?(?:helfen|antworten|weiterhelfen).*)?$'
const meanwhile =
  '(?: (?:denn|da|hier|dort|noch|gerade|jetzt|aktuell|grade|auch|bei (?:euch|ihnen)|uberhaupt|so|mal|eigentlich|wirklich))*'
const after = before(
  'bitte|jetzt|sofort|hier|da|am telefon|der (?:mir|uns|sich|das)|die (?:mir|uns|sich|das)|und|oder|kein|keine|keinen|nicht|statt|zum (?:reden|sprechen|chatten|schreiben)|als|haben|sprechen|weil|wegen|aus (?:dem|ihrem|eurem)|vom (?:team|support|service|kundenservice|kundendienst)|von (?:euch|ihnen|ihrem|eurem)',
)

/** How visitors ask for a person. */
export const german: Wishes = {
  asks: [
    pattern('\\bmit ', a(everybody), notOf, gap(45), `\\b${talk}\\b`),
    pattern('\\bbei ', a(everybody), notOf, gap(12), '\\bbeschweren\\b'),
    pattern('\\b', talk, ' mit ', a(everybody), notOf),
    pattern(
      '\\b(?:kann|konnte|darf|durfte|mochte|moechte|will|wurde|muss|lassen sie|lass|moglich|moglichkeit|verlange)\\b',
      gap(25),
      a(
        `${humans}|${agents}|${anyone}|kolleg(?:e|en|in)|team|chef(?:in)?|inhaber(?:in)?|techniker(?:in)?|verantwortlichen?`,
      ),
      notOf,
      gap(25),
      '\\b(?:zu )?(?:sprechen|erreichen|kontaktieren)\\b',
    ),
    pattern(begin, a(`${humans}|${agents}|${anyone}`), ' (?:sprechen|erreichen|kontaktieren)', end),
    pattern('\\b(?:kontakt|chat) (?:zu|mit) ', a(everybody), notOf, gap(12), '(?:$|\\b(?:aufnehmen|haben|bitte)\\b)'),

    pattern('\\b', want, '\\b', gap(16), a(humans), after),
    pattern('\\b(?:ich|wir) ', gap(12), want, ' ', gap(14), a(`${agents}|vorgesetzten|person(?:en)?`), after),
    pattern(
      '\\b',
      want,
      '\\b',
      gap(14),
      a(anyone),
      any(`${of}|,? der (?:mir|uns) (?:\\w+ )?(?:hilft|helfen|antwortet)`),
    ),
    pattern(
      '^(?=.*\\b(?:ich|wir|mir|mich|uns|meine?)\\b)(?=.*\\b(?:will|wollen|mochten?|moechten?|brauche?n?|wurden?|hatte|soll|ware|lass\\w*|(?:kann|konnte|darf) ich|lieber|gern\\w*)\\b).*',
      aHuman,
      any(
        `${after}|(?= (?:ware|schreiben|beraten|beantwort\\w*|besprechen|klaren|betreut|bedient|gefragt|fragen|haben|\\w+ werden)\\b)`,
      ),
    ),
    pattern(
      '\\b(?:ich|wir) ',
      gap(20),
      '(?:warten?|gefragt|frage|gebeten|bitte|suche)\\b',
      gap(12),
      '(?:auf|nach|um) ',
      a(`${humans}|${agents}`),
      '(?: (?:gefragt|gebeten))?',
      end,
    ),
    pattern(
      '\\b(?:will|mochte|wollte)\\b',
      gap(20),
      a(`${members}|${anyone}`),
      ' (?:et?was|was|eine frage) (?:fragen|stellen)\\b',
    ),
    pattern('\\bwie (?:spreche|rede|chatte) ich mit ', a(everybody), end),
    pattern('\\bnach ', a(`${humans}|${agents}`), ' (?:gefragt|verlangt|gebeten)\\b'),
    pattern('\\b(?:mit|an) wem (?:kann|konnte|darf) ich\\b', gap(45), `\\b${talk}\\b`),
    pattern(begin, want, ' ', a(`${humans}|${agents}|${anyone}`), end, '(?! ?(?:de[rmn]|die) (?!mir|uns|sich))'),
    pattern(
      '\\bwie (?:bekomme|kriege|erreiche|finde|kontaktiere|komme|gelange) ich\\b',
      gap(20),
      a(`${humans}|${agents}|${anyone}`),
      notOf,
      `(?: (?:ans telefon|ran|durch|heran))?`,
      end,
    ),
    pattern(
      '\\b(?:gib|sag(?:en sie|t)?|geben sie|gebt|hol(?:en sie|t|e)?|schick(?:en sie|t|e)?|konnen sie|kannst du|konnt ihr) ',
      gap(12),
      a(`${members}|${anyone}`),
      '(?:,? (?:bitten|bitte|mir|uns|zu (?:antworten|helfen|schreiben)|bescheid|dass ich \\w+|(?:er|sie) soll .{0,40}|an die strippe|in den chat(?: schicken)?|sagen|hier|mal|holen|dazuholen|rufen|schicken|fragen|dazu|geben|her|ran|ans telefon))*$',
    ),
    pattern(begin, a(`${humans}|${agents}|person(?:en)?|live ?-?chat|live ?-?support`), end),
    pattern(begin, '(?:personliche beratung|menschliche[rn]? (?:support|hilfe|kontakt))', end),
    pattern(begin, any(anyone), '(?: (?:da|hier|(?:von|vom|aus) [\\w ]{1,30}?))? bitte', end),
    pattern('\\b(?:kann|konnte|kannst) (?:mir|uns) (?:bitte |mal )*', a(humans), gap(10), '\\bhelfen\\b'),

    pattern(
      '\\b(?:verbinden? (?:sie )?mich|mich',
      gap(35),
      '\\b(?:verbinden|durchstellen|weiterverbinden|weiterleiten)|stell(?:en|t|e)? (?:sie )?mich',
      gap(35),
      '\\bdurch|leite(?:n|t)? (?:sie )?mich',
      gap(35),
      '\\bweiter)\\b',
    ),
    pattern(begin, '(?:verbinden|weiterverbinden|durchstellen)', end),
    pattern('\\b(?:mich|uns|das|dies|es|anliegen)\\b', gap(20), '\\ban ', a(everybody), '(?: weiter)?', end),
    pattern(
      '\\b(?:mich|an|zu|zum|zur) ',
      a(everybody),
      '(?: bitte)? (?:weiterleiten|weitergeben|ubergeben|verweisen|weitergeleitet|durchgestellt|verbunden)\\b',
    ),

    pattern(
      '\\b(?:ist|sind)',
      meanwhile,
      ' ',
      a(`${humans}|${agents}|${anyone}|wer|leute|eure[rm]?|kolleg(?:e|in)`),
      from,
      meanwhile,
      hereNow,
    ),
    pattern(
      '\\b(?:ist|gibt es|gibts)',
      meanwhile,
      ' (?:keiner|niemand(?:en)?)',
      meanwhile,
      '(?: erreichbar| online)?$',
    ),
    pattern('^(?:hallo,? )?ist', meanwhile, ' (?:jemand|wer)', meanwhile, '$'),
    pattern('^(?:(?:hallo|hi|hey),? )?', any(`${anyone}|wer|${agents}|${humans}`), hereNow),
    pattern(
      '\\b(?:gibt es|gibts|habt ihr|haben sie)\\b',
      gap(25),
      a(everybody),
      `\\b${gap(30)}\\b(?:sprechen|reden|schreiben|chatten|wenden|telefonieren)\\b`,
      '(?: (?:kann|konnte|darf|konnen))?$',
    ),
    pattern(
      '\\b(?:gibt es|gibts|habt ihr|haben sie|arbeiten|arbeitet)',
      meanwhile,
      ' ',
      a(`${humans}|live ?-?(?:support|chat)`),
      meanwhile,
      '$',
    ),
    pattern('\\b(?:liest|lesen|schaut|antwortet|hilft)', meanwhile, ' ', a(humans), meanwhile, '(?: mit)?$'),

    pattern(
      '\\b(?:hilfe|unterstutzung|antwort|beratung|auskunft|ruckmeldung) (?:von|durch) ',
      a(`${humans}|${agents}|person(?:en)?|kolleg(?:en|in)`),
      end,
    ),
    pattern(
      '\\b(?:kann|konnte|darf|soll) ',
      gap(14),
      a(`${members}|einer|eine|jemand|person`),
      gap(35),
      '\\b(?:(?:be)?antworten|ansehen|anschauen|schauen|gucken|prufen|lesen|ubernehmen|melden)\\b',
      '(?! (?:de[rsm]|die|wenn))',
    ),
    pattern(
      '\\b(?:kann|konnte|darf|soll) (?:mir|uns)\\b',
      gap(20),
      a(`${humans}|${agents}|person`),
      gap(15),
      '\\b(?:helfen|weiterhelfen|beraten|schreiben|erklaren)\\b',
    ),
    pattern(
      '\\bjemand (?:aus|von|vom) (?:dem |der |ihr\\w* |eur\\w* )?\\w+ (?:\\w+ )?(?:erklaren|helfen|antworten|sagen)\\b',
    ),
    pattern('\\bantwortet (?:mir |hier |noch |mal |auch )*jemand\\b'),
    pattern('\\bmelde(?:n sie sich|t euch|n)\\b', gap(10), '\\bbei (?:mir|uns)\\b'),

    pattern(
      '\\b(?:nicht|kein(?:e[nmr]?)?|statt|anstatt|keine lust|weigere mich)\\b',
      gap(10),
      bot,
      `\\b${gap(12)}\\b(?:sprechen|reden|schreiben|chatten|tippen|zu tun|unterhalten)\\b`,
    ),
    pattern('\\b(?:rede|spreche|schreibe|chatte) nicht ', bot, '\\b'),
    pattern('\\b(?:will|wollen|mochten?|moechten?|wollte) (?:ich |wir )?(?:hier |jetzt |bitte )*keine?n? ', bot, end),
    pattern(start, '(?:keine?n?|genug|schluss|keine lust|nicht)(?: (?:mehr|von|mit|auf))* ', bot, end),
    pattern('\\b(?:ich|wir)\\b', gap(14), bot, gap(14), '\\b(?:nicht|ungern) (?:benutzen|nutzen|verwenden|haben)\\b'),
    pattern('\\bzu \\w+ fur ', bot, end),
    pattern('\\bkeine lust(?: mehr)? auf ', bot, '\\b'),
    pattern(
      a(`${humans}|${agents}|${anyone}`),
      gap(16),
      '\\b(?:keine?n?|nicht|statt|als|anstatt|lieber als) ',
      bot,
      '\\b',
    ),

    pattern('\\b(?:zuruckgerufen|angerufen|kontaktiert) werden\\b'),
    pattern('\\bruf(?:en|t|e)?(?: sie)?(?: bitte)? mich\\b(?! (?:de[rm]|die|das|eine?) )'),
    pattern('\\bmich\\b', gap(45), '\\b(?:an|zuruck)?(?:zu)?rufen\\b'),
    pattern(
      '\\b(?:kann|konnte|konnten|konnt|kannst|bitte|jemand)\\b',
      gap(25),
      '\\b(?:mich|uns)\\b',
      gap(20),
      '\\bkontaktieren\\b',
    ),
    pattern(
      '\\b(?:bitte|bitten|wunschen?|brauchen?|mochten?|hatten? gern\\w*|fordere)\\b',
      gap(20),
      '\\b(?:ruckruf|anruf)\\b',
    ),
    pattern('^bitte ', gap(25), '\\b(?:anrufen|zuruckrufen)\\b'),
    pattern(begin, '(?:einen )?ruckruf', end),
  ],
  asksNot: [
    pattern(
      '^(?:(?:hallo|hi|guten tag),? )?(?:wann|wie (?:lange|viele?|oft|teuer|heisst|heissen)|welche[mnrs]?|wohin|wer (?!da|hier|online)|wessen|warum|bis wann|um wie viel|ab wann|seit wann|was)\\b(?!.*\\bich (?:will|mochte) (?:mit|jetzt|einen)\\b)',
    ),
    pattern('^(?:(?:hallo|hi|guten tag),? )?wo\\b', `(?! .*\\b${talk}\\b)`),
    pattern('\\b(?:muss|mussen|soll|sollte|sollten|sollen) (?:ich|wir|man|mein|meine)\\b(?! dazu)'),
    pattern('\\bbist du\\b|\\bsind sie (?:ein|eine)\\b|\\b(?<!wie )(?:spreche|rede|schreibe|chatte) ich\\b(?! nicht)'),
    pattern('\\b', want, ' (?:ich |wir )?keine?n? ', a(`${humans}|${agents}|${anyone}`), '\\b'),
    pattern('\\bnicht mit ', a(`${humans}|${anyone}|mitarbeiter(?:in)?`), ' (?:sprechen|reden)\\b'),
    pattern('\\b(?:rufen|ruft|anrufen|zuruckrufen|mich an|mich zuruck)\\b,? (?:wenn|sobald|falls|bevor)\\b'),
    pattern('\\bmich (?:bitte )?nicht (?:mehr )?(?:an|zuruck|anrufen|kontaktieren)\\b'),
    pattern(
      '\\b(?:kann|konnen|leitet|spricht) (?:der|die|das|euer|eure|ihr|ihre) \\w*(?:bot|ki|software|system|app)\\b(?!.*\\b(?:mich|mir|uns)\\b)',
    ),
    pattern('^mein(?:e|en)? \\w+ (?:will|mochte|muss)\\b'),
    pattern('\\bpro (?:person|kopf)\\b'),
    pattern('\\b(?:arzt|arztin)\\b|\\b(?:kurs|lernen|lernt|lerne)\\b'),
    pattern(
      '\\bwahrend (?:der|des|dem|einer)\\b|\\bper (?:post|brief|fax|e-?mail|mail)\\b|\\b(?:telefonisch|per telefon)\\b.* erreichen',
    ),
  ],
}
