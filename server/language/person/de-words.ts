import { any, before } from './pattern.ts'

export const real =
  '(?:(?:echte|richtige|reale|wirkliche|lebende|lebendige|menschliche|physische|kompetente|zustandige|personliche|normale)[mnrs]? )'
const article =
  "(?:(?:ein|eine[mnrs]?|'nen|nen|'ner|ner|ne|nem|de[mnr]|die|das|ihre?[mnr]?|eure[mnr]?|euer|deine?[mnr]?|irgend|irgendeine[mnr]?|andere[mnr]?|von|vom|aus|zu|zum|zur) )*"
export const agents =
  'mitarbeite(?:r|rin|rs|rn|nden?|nder)|(?:kunden)?berater(?:in|n)?|ansprechpartner(?:in|n)?|ansprechpersonen?|operator|sachbearbeiter(?:in)?|live ?-?agent(?:en)?|(?:kunden(?:dienst|service|betreuung)|support)(?: ?-?mitarbeiter(?:in|n)?)?'
export const humans = `mensch(?:en)?|${real}+(?:person(?:en)?|leuten?|jemand\\w*|hilfe|kontakt|unterstutzung|support|service|${agents})|(?:jemand(?:em|en)?|wer|wen) (?:echte[ms]|richtige[ms]|reale[ms])`
export const anyone = 'jemand(?:em|en)?|irgend ?jemand(?:em|en)?|irgend ?wem|irgend ?wen|person(?:en)?'
/** Departments and professions. */
export const roles =
  '\\w*abteilung|vertrieb|verkauf|rezeption|empfang|buro|verwaltung|buchhaltung|werkstatt|leitung|zentrale|\\w*(?:techniker|mechaniker|meister|leiter)(?:in|n)?'
const staff = `${roles}|wem|ihm|ihr|ihnen|(?:eurem|ihrem) \\w+|meine[mnr] (?:berater|betreuer|sachbearbeiter)(?:in)?|niemand(?:em|en)|kolleg(?:e|en|in|innen)|service|team|verkaufer(?:in|n)?|fachmann|fachfrau|experten?|agent(?:en)?|leuten?|personal|frau|herrn?|damen?|euch|trainer(?:in)?|lehrer(?:in)?|d(?:em|er|en)jenigen`
/** Those who decide. */
export const leaders =
  '\\w*chef(?:s|in)?|inhaber(?:in|s)?|vorgesetzte[nr]?|geschaftsfuhr(?:er|erin|ung)|geschaftsleitung|verantwortliche[nr]?|zustandige[nr]?'
export const bot =
  "(?:(?:eine?[mnr]?|'nen|nen|de[mnr]|die|das|diese[mnr]?|mit|von|irgendeine[mnr]?|weitere[nr]?|mehr|blode[nr]?) )*(?:bots?|chat ?-?bots?|roboter[ns]?|maschinen?|ki|computer[ns]?|automat(?:en)?|software|automatische[nrms]? (?:antwort(?:en)?|system))"

/** One of these persons, with an article or the like. */
export const a = (persons: string) => `\\b${article}${real}*${any(persons)}\\b`
export const members = `${humans}|${agents}|${leaders}|kolleg(?:e|en|in)`
/** A human by contrast with a machine, in the singular. */
export const aHuman = `\\b(?<!fur )(?:eine[mnr]?|ein|'nen|nen|ner) (?:${real}*mensch(?:en)?|${real}+(?:person|${agents}))\\b`
/** Where in the business they are. */
export const from = '(?: (?:vom|von|aus|im) [\\w ]{1,20}?)?'
export const everybody = `${humans}|${agents}|${leaders}|${anyone}|${staff}`
/** Persons of something else than the business: `Inhaber der Wohnung`. */
export const notOf = '(?! (?:des|de[mr] (?!mir|uns|sich|das|es|firma)|vor|fur (?!mich|uns|das|dies)))'
export const of =
  '(?: (?:von euch|von ihnen|aus|vom|von eurem|von ihrem|aus dem|im) ?(?:team|support|service|haus|kundenservice|kundendienst)?)'

export const talk = any(
  'sprechen|reden|chatten|schreiben|telefonieren|tippen|e?-?mailen|zu tun|verbinden|verbunden werden|unterhalten|besprechen|klaren|kommunizieren|austauschen|in kontakt',
)
/** What somebody can do who is asked for: `der das kann`, `die Ahnung hat`. */
export const able =
  ',? (?:de[rm]|die) (?:(?:mir|uns|bei euch|bei ihnen|dort|sich(?: (?:mit|in|bei) \\w+)?|das|es|mich|dabei|damit|davon|da|hier|wirklich|richtig|echt|auch|weiter) ?)*(?:ahnung (?:davon )?hat|bescheid weiss|zustandig ist|(?:helfen|weiterhelfen|beraten|erklaren|beantworten|antworten) kann|kann|auskennt|arbeitet|versteht|hilft|helfen|weiterhilft|antwortet|rede[nt]?|spreche?n?)\\b'
export const want =
  '(?:will|wollen|mochten?|moechten?|brauch(?:t?en?)?|benotigen?|hatten? (?:(?:lieber|doch|bitte) )?gern\\w*|hatten? lieber|wunschen?|verlangen?|bevorzugen?|fordere|suche)'
const fillers =
  '(?:(?:hallo|hi|hey|guten tag|ok|nein|bitte|einfach|also|und|dann|ja|jetzt|nur|sondern|ich|aber|lieber|besser|doch)[ ,]+)*'
/** Where a sentence that asks for nothing else begins, and where any part of one does. */
export const start = `^${fillers}`
export const begin = `(?:^|, ?)${fillers}`
export const end =
  '(?:,? (?:bitte|pls|plz|jetzt|sofort|danke|her|hier|mehr|ran|mal|(?:dazu)?holen|hinzuziehen|(?:dazu|zu)schalten|rufen|(?:am|ans) telefon|in (?:den|diesen) chat))*(?:$|,)'
const hereNow =
  '(?: (?:da|hier|dort|online|erreichbar|verfugbar|anwesend|frei|zu sprechen|zu erreichen|zum (?:chatten|reden|schreiben|sprechen)))+(?:,? de[rm] (?:mir|uns) (?:\\w+ )?(?:helfen|antworten|weiterhelfen).*)?$'
/** Behind a person: whether it is there, or can help. */
export const there = `(?:${hereNow}|${able})`
export const inBetween =
  '(?: (?:denn|da|hier|dort|noch|gerade|jetzt|aktuell|grade|auch|bei (?:euch|ihnen)|uberhaupt|so|mal|eigentlich|wirklich|endlich|mir|uns))*'
export const after = before(
  'bitte|jetzt|sofort|hier|da|am telefon|der (?:mir|uns|sich|das)|die (?:mir|uns|sich|das)|und|oder|kein|keine|keinen|nicht|statt|zum (?:reden|sprechen|chatten|schreiben)|als|haben|sprechen|weil|wegen|aus (?:dem|ihrem|eurem)|vom (?:team|support|service|kundenservice|kundendienst)|von (?:euch|ihnen|ihrem|eurem)',
)
export const byPhone =
  '\\b(?:(?:am|ubers|per|via|ans) telefon|telefonisch) (?:\\w+ ){0,3}?(?:besprechen|klaren|sprechen|reden|regeln|erklaren|beraten)\\b'
export const liveChat = 'live ?-?chat|live ?-?support'
/** What only a human should do: `Liest hier ein Mensch mit`, `Geht das auch mit einem Menschen`. */
export const answers = '\\b(?:liest|lesen|schaut|antwortet|hilft|geht (?:das|es))'
/** Behind a human without a verb. A business looks for employees. */
export const wanted = '(?:(?<=mensch(?:en)?|person) (?:gesucht|benotigt|gebraucht|gewunscht))?'
/** Before a verb that says what should happen to the chat. */
export const wishing = '(?:ich (?:mochte|will|muss|wurde gern)(?: (?:das|es|jetzt|gerne?))* )?'
