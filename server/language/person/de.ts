import { any, before, gap, onlyWords, pattern, type Wishes } from './pattern.ts'

const real =
  '(?:(?:echte|richtige|reale|wirkliche|lebende|lebendige|menschliche|physische|kompetente|zustandige|personliche|normale)[mnrs]? )'
const article =
  "(?:(?:ein|eine[mnrs]?|'nen|nen|'ner|ner|ne|nem|de[mnr]|die|das|ihre?[mnr]?|eure[mnr]?|euer|deine?[mnr]?|irgend|irgendeine[mnr]?|andere[mnr]?|von|vom|aus|zu|zum|zur) )*"
const agents =
  'mitarbeite(?:r|rin|rs|rn|nden?|nder)|(?:kunden)?berater(?:in|n)?|ansprechpartner(?:in|n)?|ansprechpersonen?|operator|sachbearbeiter(?:in)?|(?:kunden(?:dienst|service|betreuung)|support)(?: ?-?mitarbeiter(?:in|n)?)?'
const humans = `mensch(?:en)?|${real}+(?:person(?:en)?|leuten?|jemand\\w*|hilfe|kontakt|unterstutzung|support|service|${agents})|(?:jemand(?:em|en)?|wer|wen) (?:echte[ms]|richtige[ms]|reale[ms])`
const anyone = 'jemand(?:em|en)?|irgend ?jemand(?:em|en)?|irgend ?wem|irgend ?wen|person(?:en)?'
/** Departments and professions. */
const roles =
  '\\w*abteilung|vertrieb|verkauf|rezeption|empfang|buro|verwaltung|buchhaltung|werkstatt|leitung|zentrale|\\w*(?:techniker|mechaniker|meister|leiter)(?:in|n)?'
const staff = `${roles}|wem|ihm|ihr|ihnen|(?:eurem|ihrem) \\w+|meine[mnr] (?:berater|betreuer|sachbearbeiter)(?:in)?|niemand(?:em|en)|kolleg(?:e|en|in|innen)|service|team|verkaufer(?:in|n)?|fachmann|fachfrau|experten?|agent(?:en)?|leuten?|personal|frau|herrn?|damen?|euch|trainer(?:in)?|lehrer(?:in)?|d(?:em|er|en)jenigen`
/** Those who decide. */
const leaders =
  '\\w*chef(?:s|in)?|inhaber(?:in|s)?|vorgesetzte[nr]?|geschaftsfuhr(?:er|erin|ung)|geschaftsleitung|verantwortliche[nr]?|zustandige[nr]?'
const bot =
  "(?:(?:eine?[mnr]?|'nen|nen|de[mnr]|die|das|diese[mnr]?|mit|von|irgendeine[mnr]?|weitere[nr]?|mehr|blode[nr]?) )*(?:bots?|chat ?-?bots?|roboter[ns]?|maschinen?|ki|computer[ns]?|automat(?:en)?|software|automatische[nrms]? (?:antwort(?:en)?|system))"

/** One of these persons, with an article or the like. */
const a = (persons: string) => `\\b${article}${real}*${any(persons)}\\b`
const members = `${humans}|${agents}|${leaders}|kolleg(?:e|en|in)`
/** A human by contrast with a machine, in the singular. */
const aHuman = `\\b(?<!fur )(?:eine[mnr]?|ein|'nen|nen|ner) (?:${real}*mensch(?:en)?|${real}+(?:person|${agents}))\\b`
/** Where in the business they are. */
const from = '(?: (?:vom|von|aus|im) [\\w ]{1,20}?)?'
const everybody = `${humans}|${agents}|${leaders}|${anyone}|${staff}`
/** Persons of something else than the business: `Inhaber der Wohnung`. */
const notOf = '(?! (?:des|de[mr] (?!mir|uns|sich|das|es|firma)|vor|fur (?!mich|uns|das|dies)))'
const of =
  '(?: (?:von euch|von ihnen|aus|vom|von eurem|von ihrem|aus dem|im) ?(?:team|support|service|haus|kundenservice|kundendienst)?)'

const talk = any(
  'sprechen|reden|chatten|schreiben|telefonieren|tippen|e?-?mailen|verbinden|verbunden werden|unterhalten|besprechen|klaren|kommunizieren|austauschen|in kontakt',
)
/** What somebody can do who is asked for: `der das kann`, `die Ahnung hat`. */
const able =
  ',? (?:de[rm]|die) (?:(?:mir|uns|bei euch|bei ihnen|dort|sich(?: (?:mit|in|bei) \\w+)?|das|es|mich|dabei|damit|davon|da|hier|wirklich|richtig|echt|auch|weiter) ?)*(?:ahnung (?:davon )?hat|bescheid weiss|zustandig ist|(?:helfen|weiterhelfen|beraten|erklaren|beantworten) kann|kann|auskennt|arbeitet|versteht|hilft|helfen|weiterhilft|antwortet|rede[nt]?|spreche?n?)\\b'
const want =
  '(?:will|wollen|mochten?|moechten?|brauch(?:t?en?)?|benotigen?|hatten? (?:(?:lieber|doch|bitte) )?gern\\w*|hatten? lieber|wunschen?|verlangen?|bevorzugen?|fordere|suche)'
const fillers =
  '(?:(?:hallo|hi|hey|guten tag|ok|nein|bitte|einfach|also|und|dann|ja|jetzt|nur|sondern|ich|aber|lieber|besser|doch)[ ,]+)*'
/** Where a sentence that asks for nothing else begins, and where any part of one does. */
const start = `^${fillers}`
const begin = `(?:^|, ?)${fillers}`
const end =
  '(?:,? (?:bitte|pls|plz|jetzt|sofort|danke|her|hier|mehr|ran|mal|(?:dazu)?holen|hinzuziehen|(?:dazu|zu)schalten|rufen|(?:am|ans) telefon|in (?:den|diesen) chat))*(?:$|,)'
const hereNow =
  '(?: (?:da|hier|dort|online|erreichbar|verfugbar|anwesend|frei|zu sprechen|zu erreichen|zum (?:chatten|reden|schreiben|sprechen)))+(?:,? de[rm] (?:mir|uns) (?:\\w+ )?(?:helfen|antworten|weiterhelfen).*)?$'
const inBetween =
  '(?: (?:denn|da|hier|dort|noch|gerade|jetzt|aktuell|grade|auch|bei (?:euch|ihnen)|uberhaupt|so|mal|eigentlich|wirklich|endlich|mir|uns))*'
const after = before(
  'bitte|jetzt|sofort|hier|da|am telefon|der (?:mir|uns|sich|das)|die (?:mir|uns|sich|das)|und|oder|kein|keine|keinen|nicht|statt|zum (?:reden|sprechen|chatten|schreiben)|als|haben|sprechen|weil|wegen|aus (?:dem|ihrem|eurem)|vom (?:team|support|service|kundenservice|kundendienst)|von (?:euch|ihnen|ihrem|eurem)',
)

/** How visitors ask for a person. */
export const german: Wishes = {
  asks: [
    pattern('\\bmit ', a(everybody), notOf, gap(45), `\\b${talk}\\b`),
    pattern('\\bbeim? ', a(everybody), notOf, gap(12), '\\bbeschweren\\b'),
    pattern('\\b', talk, ' mit ', a(everybody), notOf),
    pattern(
      '\\b(?:kann|konnte|darf|durfte|mochte|moechte|will|wurde|muss|lassen sie|lass|moglich|moglichkeit|verlange)\\b',
      gap(25),
      a(`${members}|${anyone}|team|techniker(?:in)?`),
      notOf,
      gap(25),
      '\\b(?:zu )?(?:sprechen|erreichen|kontaktieren)\\b',
    ),
    pattern(begin, a(`${members}|${anyone}`), ' (?:sprechen|erreichen|kontaktieren)', end),
    pattern('\\b(?:ihn|sie|den (?:mochte|will|wurde) ich(?: gerne?)?)(?: bitte| mal| gerne?)* sprechen', end),
    pattern(
      '\\b(?:(?:am|ubers|per|via|ans) telefon|telefonisch) (?:\\w+ ){0,3}?(?:besprechen|klaren|sprechen|reden|regeln|erklaren|beraten)\\b',
    ),
    pattern(
      '\\b(?:(?:konnen|konnten|wollen|sollen) wir|lass(?:en sie)? uns|ich (?:will|mochte|wurde))(?: (?:mal|bitte|kurz|lieber|gerne?|auch|nicht|das|dazu|heute|morgen|gleich|jetzt|einfach|vielleicht))* telefonieren',
      end,
    ),
    pattern('\\bwen (?:kann|konnte|darf|soll) ich ', gap(25), '(?:anrufen|fragen|sprechen|kontaktieren)\\b'),
    pattern('\\bwer (?:kann|konnte) (?:mir|uns) ', gap(12), '(?:personlich|telefonisch|am telefon)\\b'),
    pattern('\\b(?:kann|konnte) (?:mir|uns) (?:wer|jemand) personlich\\b'),
    pattern(
      '\\b(?:kontakt|chat) (?:zu[mr]?|mit) ',
      a(everybody),
      notOf,
      gap(12),
      '(?:$|\\b(?:aufnehmen|haben|bitte|her)\\b)',
    ),

    pattern('\\b', want, '\\b', gap(16), a(humans), any(`${after}| bei (?:meine|unsere|diese|de)[mr]?\\b`)),
    pattern('\\b(?:ich|wir) ', gap(12), want, ' ', gap(14), a(`${agents}|${leaders}|person(?:en)?`), after),
    pattern('\\b', want, '\\b', gap(14), a(anyone), any(`${of}|${able}| zum (?:reden|sprechen|schreiben|chatten)\\b`)),
    pattern(
      '^(?=.*\\b(?:ich|wir|mir|mich|uns|mein\\w*)\\b)(?=.*\\b(?:will|wollen|mochten?|moechten?|brauche?n?|wurden?|hatte|soll|ware|lass\\w*|(?:kann|konnte|darf) ich|lieber|gern\\w*)\\b).*',
      aHuman,
      any(
        `${after}|(?= (?:ware|lieber|schreiben|beraten|beantwort\\w*|besprechen|klaren|betreut|bedient|gefragt|fragen|haben|prufen|anschauen|ansehen|lesen|bearbeite\\w*|\\w+ werden)\\b)`,
      ),
    ),
    pattern(
      '\\b(?:ich|wir) ',
      gap(20),
      '(?:warten?|gefragt|frage|gebeten|bitte|suche)\\b',
      gap(30),
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
    pattern('\\b', want, '\\b', gap(14), a(everybody), ' (?:am|ans|vom) telefon\\b'),
    pattern(
      '\\b(?:hat|hatte|nimmt|kann|konnte)\\b',
      gap(20),
      a(everybody),
      gap(25),
      '\\bzeit (?:fur (?:mich|uns)|nehmen)\\b',
    ),
    pattern('\\bwie ich ', a(`${humans}|${agents}|${anyone}`), ' (?:erreiche|kontaktiere|spreche|bekomme|kriege)\\b'),
    pattern('\\bwie (?:spreche|rede|chatte) ich mit ', a(everybody), end),
    pattern('\\bnach ', a(`${humans}|${agents}`), ' (?:gefragt|verlangt|gebeten)\\b'),
    pattern('\\b(?:mit|an) we[mn] (?:kann|konnte|darf|muss|soll) ich\\b', gap(45), any(`\\b${talk}|\\bwenden`), '\\b'),
    pattern('\\b(?:rede|spreche|schreibe|chatte) (?:\\w+ )?nur mit ', a(everybody), end),
    pattern('\\bmit de(?:m|r|nen) (?:sprechen|reden|telefonieren|schreiben),? (?:de[rm]|die) '),
    pattern('\\b(?:bespreche|klare|regle) ', gap(20), '\\b(?:am|ubers|per) telefon\\b'),
    pattern('\\b(?:muss|musste) (?:es |doch |hier )*', a(everybody), ' geben\\b.*\\bich\\b'),
    pattern('\\bnummer von ', a(`${members}|${anyone}`), any(`${end}|${able}|(?=,? de[rm] (?:mir|uns))`)),
    pattern('\\b(?:raus|weg)\\b', gap(12), '\\bzu ', a(`${humans}|${agents}`), end),
    pattern('\\bmit wem (?:spreche|rede) ich .*(?:am besten|wegen|uber)\\b'),
    pattern('\\bhatten? ', gap(12), a(everybody), gap(20), '\\bgesprochen', end),
    pattern('\\bvon ', a(members), ' (?:\\w+ )?(?:betreut|beraten|bedient) werden\\b'),
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
      '\\b(?:gib|sag(?:en sie|t)?|geben sie|gebt|hol(?:en sie|en wir|t|e)?|schick(?:en sie|t|e)?|konnen sie|kannst du|konnt ihr) ',
      gap(12),
      a(`${members}|${anyone}`),
      `(?: (?:kompetente|fahige|richtige|andere)[nmrs]?)?(?:${of}| aus de[rm] \\w+|${able}|,? (?:(?:fragen|bitten|sagen),? (?:ob|dass) (?:er|sie) (?:mir|mich|sich|uns) .*|bitten|bitte|mir|uns|zu (?:antworten|helfen|schreiben)|bescheid|dass ich \\w+|(?:er|sie) soll .{0,40}|an die strippe|in den chat(?: schicken)?|sagen|hier|mal|holen|dazuholen|rufen|schicken|fragen|dazu|geben|her|ran|ans telefon))*$`,
    ),
    pattern(begin, a(`${humans}|${agents}|person(?:en)?|live ?-?chat|live ?-?support`), end),
    pattern('\\bwo (?:erreiche|finde|bekomme|kriege) ich ', a(`${humans}|${agents}`), '(?: bei (?:euch|ihnen))?', end),
    pattern('\\bwo (?:erreiche|finde|bekomme|kriege) ich ', a(`${members}|${anyone}`), able),
    pattern(begin, 'bitte ', any(anyone), from, end),
    pattern(begin, a(leaders), end),
    pattern(begin, any(`bitte ${a(roles)}|${a(roles)} bitte`), end),
    pattern(
      begin,
      '(?:personliche[rsn]? (?:beratung|kontakt|gesprach|hilfe|antwort)|menschliche[rn]? (?:support|hilfe|kontakt))(?: (?:ge|er)wunscht)?',
      end,
    ),
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
    pattern(begin, '(?:verbinden|weiterverbinden|durchstellen|eskalieren(?: sie)?(?: (?:das|es|meine?n? \\w+))?)', end),
    pattern(begin, '(?=zu[mr]? )', a(everybody), ' (?:wechseln|umschalten|umleiten)', end),
    pattern(
      begin,
      '(?:ubergib|ubergeben sie|weiterleiten|weitergeben|verbinden|eskalieren(?: sie)?|leite|leiten sie)',
      gap(30),
      '\\ban ',
      a(everybody),
      '(?: weiter)?',
      end,
    ),
    pattern('\\b(?:mich|uns|das|dies|es|anliegen)\\b', gap(20), '\\ban ', a(everybody), '(?: weiter)?', end),
    pattern(
      '\\b(?:mich|an|zu|zum|zur) ',
      a(everybody),
      '(?: bitte)? (?:weiterleiten|weitergeben|ubergeben|verweisen|weitergeleitet|durchgestellt|verbunden)\\b',
    ),

    pattern('\\b(?:ist|sind)', inBetween, ' ', a(`${members}|${anyone}|wer|leute|eure[rm]?`), from, inBetween, hereNow),
    pattern(
      '\\b(?:ist|gibt es|gibts)',
      inBetween,
      ' (?:keiner|niemand(?:en)?)',
      inBetween,
      '(?: erreichbar| online)?$',
    ),
    pattern('^(?:hallo,? )?ist', inBetween, ' (?:jemand|wer)', inBetween, '$'),
    pattern(
      `\\b(?:ist|sind|sitzt)(?=${inBetween} (?:da|hier|dort)\\b)`,
      inBetween,
      ' ',
      a(`${members}|${anyone}`),
      inBetween,
      '$',
    ),
    pattern('^(?:(?:hallo|hi|hey),? )?', real, '*', any(`${anyone}|wer|${agents}|${humans}`), hereNow),
    pattern(
      '\\b(?:gibt es|gibts|habt ihr|haben sie)\\b',
      gap(25),
      a(everybody),
      `\\b${gap(45)}\\b(?:sprechen|reden|schreiben|chatten|e?-?mailen|wenden|telefonieren|fragen|anrufen|kontaktieren)\\b`,
      '(?: (?:kann|konnte|darf|konnen))?$',
    ),
    pattern('\\b(?:gibt es|gibts|habt ihr|haben sie|kennt ihr)\\b', gap(25), a(`${members}|${anyone}`), able),
    pattern('\\b(?:gibt es|gibts|mochte|will|brauche|bitte)\\b', gap(30), '\\bberatung (?:am|per|ubers) telefon\\b'),
    pattern(
      '\\b(?:\\w*nummer|telefon)\\b',
      gap(25),
      any(`${humans}|${anyone}|wer`),
      ' (?:(?:auch|wirklich) )*(?:ran ?geht|abnimmt|abhebt|antwortet|erreich(?:bar|e|t))',
    ),
    pattern('\\b(?:erreiche|erwische) (?:\\w+ ){0,3}?(?:niemand(?:en)?|keinen?)\\b'),
    pattern(
      '\\b(?:gibt es|gibts|habt ihr|haben sie|arbeiten|arbeitet)',
      inBetween,
      ' ',
      a(`${humans}|live ?-?(?:support|chat)`),
      inBetween,
      '$',
    ),
    pattern('\\b(?:liest|lesen|schaut|antwortet|hilft)', inBetween, ' ', a(humans), inBetween, '(?: mit)?$'),

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
      '\\b(?:kann|konnte|soll|mochte|bitte|lass\\w*)\\b',
      gap(14),
      a(`${everybody}|einer`),
      gap(14),
      '\\bbei (?:mir|uns) (?:melden|anrufen)\\b',
    ),
    pattern(
      '\\b(?:kann|konnte) (?:mich|mir|uns|das|es) (?:\\w+ ){0,2}?',
      a(`${members}|${anyone}|${roles}`),
      gap(25),
      '\\btelefon\\b',
    ),
    pattern(
      '\\blass(?:en sie|t)? ',
      gap(14),
      a(`${members}|${anyone}`),
      ' (?:ran|ubernehmen|machen|antworten|weitermachen)',
      end,
    ),
    pattern(
      '\\b(?:einer|eine|jemand|wer) von (?:euch|ihnen)\\b',
      gap(20),
      '\\b(?:ansehen|anschauen|ubernehmen|antworten|helfen)',
      end,
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
    pattern('\\b(?:kann|konnte|soll) (?:da |mal )*', a(members), ' (?:dazukommen|eingreifen|draufschauen)', end),
    pattern('\\bantwortet (?:mir |hier |noch |mal |auch )*jemand\\b'),
    pattern(
      '^(?:wann |warum )?(?:meldet sich|antwortet|schreibt|liest)',
      inBetween,
      ' ',
      a(`${humans}|${anyone}`),
      '$',
    ),
    pattern('\\b(?:mich|uns) (?:\\w+ ){0,2}?personlich beraten lassen\\b'),
    pattern('\\bmelde(?:n sie sich|t euch|n)\\b', gap(25), '\\bbei (?:mir|uns)\\b'),

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
    pattern(
      '(?:^|\\b(?:der|dieser|euer|ihr|dein|so ein|diese|die|eure) (?:\\w+ )?)(?:chat ?-?bot|bot|ki) (?:ist (?:\\w+ ){0,2}?(?:nutzlos|dumm|blod|doof|schlecht|ein witz|mull|unbrauchbar|mist|schrott|nervig|keine hilfe)|(?:taugt|versteht|hilft|kapiert|bringt|kann|checkt) (?:\\w+ ){0,2}?(?:nichts|nicht|nix|gar nichts|kein wort)(?: weiter| (?:weiter)?helfen)?)',
      end,
    ),
    pattern('\\bkeine lust(?: mehr)? auf ', bot, '\\b'),
    pattern('\\b(?:keine|schluss|genug|stopp?)\\b', gap(20), '\\b(?:bot|ki|automatische)[ -]?antwort(?:en)?', end),
    pattern('\\bnicht,? dass ', bot, gap(20), '\\b(?:helfen|losen|beantworten|verstehen)\\b'),
    pattern('\\b(?:genug|schnauze voll|nase voll|fertig) ', bot, end),
    pattern('\\b', bot, ' (?:satt|leid|vorbei|umgehen|uberspringen)', end),
    pattern(begin, '(?:blod|doof|dumm|scheiss|nutzlos)e?r? ?(?:(?:chat ?)?bot|roboter)', end),
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
      '\\b(?:ruckruf|anruf|kontaktaufnahme)\\b',
    ),
    pattern('^bitte ', gap(25), '\\b(?:anrufen|zuruckrufen)\\b'),
    pattern(begin, '(?:einen )?ruckruf', end),
    pattern('\\bbitte (?:rufen sie|ruft|ruf)(?: (?:mal|bitte|kurz|einfach))* an', end),
    pattern('\\bjemand(?: \\w+){0,3}? soll (?:sich|mich|mir|uns)\\b'),
    pattern('\\b(?:ruckruf|anruf|telefonat|telefongesprach)\\b', gap(12), '\\blieber', end),
    pattern(
      '\\b(?:bitte|bitten|wunschen?|brauchen?|mochten?|will|hatte|gebeten|um)\\b',
      gap(30),
      '\\b(?:gesprach|telefonat|kontakt|ruckmeldung|antwort) (?:mit|durch|von) ',
      a(members),
    ),
    pattern(
      '\\b(?:auf|unter) (?:meine[mr]?|der|dem) (?:handy|mobil\\w*|nummer|telefon) ',
      '(?:anrufen|zuruckrufen)\\b',
    ),
    pattern(begin, '(?:rufen sie|ruft|ruf)(?: bitte)? (?:an )?(?:unter )?[+\\d][\\d ()/-]{5,}'),

    onlyWords(
      "ehrlich|gesagt|wollen|mochten|brauche?n?|brauchte|eigentlich|muss|druber|drauf|hotline|nummer|nen|ein|eine[mnrs]?|'?nen|'?ner|ne|de[mnr]|die|das|ihr|ihre[mnr]?|eure[mnr]?|euer|deine?[mnr]?|irgend|mit|zu|zum|zur|an|von|vom|aus|am|ans|im|in|auf|bei|per|fur|uber|um|nach|und|oder|aber|nicht|kein|keine[mnr]?|statt|als|dies|diese[mnrs]?|es|hier|da|dort|dazu|daruber|deswegen|jetzt|heute|morgen|sofort|dringend|schnell|bald|endlich|gleich|wieder|einfach|nur|doch|noch|mal|auch|kurz|direkt|personlich|lieber|bitte|danke|hallo|hi|hey|sorry|ok|ist|sind|ware|waere|sei|habt|haben|hat|habe|kann|kannst|konnen|konnte|konnten|konnt|darf|durfte|wurde|wurden|soll|wird|werden|werde|geht|moglich|moglichkeit|gibt|gibts|sie|du|ihr|euch|ihnen|sich|wenn|dass|ob|der|zeit|eventuell|vielleicht|evtl|telefon|telefonisch|chat|anliegen|frage|fall|problem|sache|angelegenheit|beschwerde|thema|bot|roboter|maschine|computer|automat|ki|echte[mnrs]?|richtige[mnrs]?|reale[mnrs]?|menschliche[mnrs]?|lebende[mnr]?|kompetente[mnr]?|zustandige[mnr]?|andere[mnr]?|helfen|hilfe|weiterhelfen|gern|gerne|so|also|dann|wo|team|auskennt|ahnung|weiss|versteht|moment|minute|uhrzeit|frei|kommen|lassen|lass",
      'ich|wir|mir|mich|uns|meine?[mnr]?|bitte|das|da',
      'mensch|menschen|person|personen|mitarbeiter(?:in|innen|n)?|kolleg(?:e|en|in|innen)|berater(?:in|n)?|chef(?:in|s)?|jemand(?:em|en)?|irgendjemand(?:em|en)?|irgendwe[mnr]|we[mr]|wen|einer|ansprechpartner(?:in|n)?|ansprechperson|techniker(?:in|n)?|fachmann|experten?|vertrieb|verkauf|support|kundenservice|kundendienst|kundenbetreuung|personal|leuten?|vorgesetzte[nr]?|inhaber(?:in)?|geschaftsfuhrer(?:in)?|fachkraft|werkstatt|leitung|buchhaltung|\\w*abteilung|verantwortliche[nr]?|sachbearbeiter(?:in)?|rezeption|empfang|leiter(?:in)?',
      'sprechen|spreche|gesprochen|reden|chatten|telefonieren|unterhalten|austauschen|besprechen|klaren|anrufen|anruft|zuruckrufen|ruckruf|anruf|verbinden|verbunden|verbindet|durchstellen|weiterleiten|weitergeben|ubergeben|kontaktieren|kontakt|erreichen|erreiche|melden|meldet|antworten|antwortet|beantworten|beraten|betreut|prufen|will|mochte|hatte|verlange|fordere|wende|wenden|ansehen|anschauen|ubernehmen|ubernimmt|nehmen|nimmt|gesprach|kontaktiert|anschaut|ansieht|erklart|pruft|spricht|durchgehen|entscheiden|bearbeiten|losen|schauen|ran',
    ),
  ],
  asksNot: [
    pattern('^(?:muss|mussen|brauche?n?|braucht) (?:da|das|es|ich|man|wir)\\b'),
    pattern('\\bwar(?:en)? .*\\bin kontakt\\b|\\b(?:von )?niemand(?:em|en)? (?:an|zuruck|\\w*ruf)'),
    pattern('\\b(?:mit|von) meine[mnr] (?:eigenen )?(?:team|chef|personal|kolleg|mitarbeiter|leuten)'),
    pattern(
      '\\b(?:will|mochte|wurde) (?:ich )?(?:gern\\w* )?(?:berater|mitarbeiter|agent|techniker)(?:in)?(?: bei (?:euch|ihnen))? werden\\b',
    ),
    pattern(
      '^(?:(?:hallo|hi|guten tag),? )?(?:wann(?! ist .* zum (?:chatten|reden|schreiben|sprechen)\\b)(?! (?:meldet sich|antwortet|schreibt|liest) (?!sie|er\\b|der|die|das))|wie (?:lange|viele?|oft|teuer|heisst|heissen)|welche[mnrs]?|wohin|wer (?!da|hier|online|von (?:euch|ihnen) kann|(?:kann|konnte) (?:mir|uns) .*(?:personlich|telefon))|wessen|warum(?! (?:meldet sich|antwortet|schreibt|liest) (?!sie|er\\b|der|die|das))|bis wann|um wie viel|ab wann|seit wann|was)\\b(?!.*\\bich (?:will|mochte) (?:mit|jetzt|einen)\\b)',
    ),
    pattern('^(?:(?:hallo|hi|guten tag),? )?wo\\b', `(?! .*\\b${talk}\\b| (?:erreiche|finde|bekomme|kriege) ich)`),
    pattern('(?<!\\bwe[mn] )\\b(?:muss|mussen|soll|sollte|sollten|sollen) (?:ich|wir|man|mein|meine)\\b(?! dazu)'),
    pattern(
      '\\bbist du\\b|\\bsind sie (?:ein|eine)\\b|\\b(?<!wie )(?:spreche|rede|schreibe|chatte) ich\\b(?! nicht| .*(?:am besten|wegen|uber))',
    ),
    pattern('\\b', want, ' (?:ich |wir )?keine?n? ', a(`${humans}|${agents}|${anyone}`), '\\b'),
    pattern('\\bnicht mit ', a(`${humans}|${anyone}|mitarbeiter(?:in)?`), ' (?:sprechen|reden)\\b'),
    pattern('\\b(?:rufen|ruft|anrufen|zuruckrufen|mich an|mich zuruck)\\b,? (?:wenn|sobald|falls|bevor)\\b'),
    pattern('\\bmich (?:bitte )?nicht (?:mehr )?(?:an|zuruck|anrufen|kontaktieren)\\b'),
    pattern(
      '\\b(?:kann|konnen|leitet|spricht) (?:der|die|das|euer|eure|ihr|ihre) \\w*(?:bot|ki|software|system|app)\\b(?!.*\\b(?:mich|mir|uns)\\b)',
    ),
    pattern('^mein(?:e|en)? \\w+ (?:will|mochte|muss)\\b'),
    pattern('\\bpro (?:person|kopf)\\b'),
    pattern(
      '\\b(?:berater|agent|makler)(?:in|en)? .*\\b(?:verkaufen|vermieten|verkauft|vermietet|verkauf (?:mein|unser)\\w*)\\b',
    ),
    pattern('\\b(?:arzt|arztin)\\b|\\b(?:kurs|lernen|lernt|lerne)\\b'),
    pattern(
      '\\bwahrend (?:der|des|dem|einer)\\b|\\bper (?:post|brief|fax|e-?mail|mail)\\b(?! (?:antworten|schreiben|melden))|\\b(?:telefonisch|per telefon)\\b.* erreichen',
    ),
  ],
}
