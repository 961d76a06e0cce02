import { any, gap, pattern, type Wishes } from './pattern.ts'

const which =
  "(?:(?:ein|eine[mnrs]?|'nen|nen|'ner|de[mnr]|die|das|ihre[mnr]?|eure[mnr]?|deine[mnr]?|irgend|irgendeine[mnr]?|andere[mnr]?|von|aus) )*(?:(?:echte|richtige|reale|wirkliche|lebende|lebendige|menschliche|physische|kompetente|zustandige|personliche)[mnrs]? )*"
const certain = any(
  'mensch(?:en)?|mitarbeite(?:r|rin|rs|rn|nden?|nder)|berater(?:in|n)?|ansprechpartner(?:in|n)?|ansprechperson|operator|sachbearbeiter(?:in)?|kundenberater(?:in)?',
)
const others = any(
  'person(?:en)?|jemand(?:em|en)?|irgend ?jemand(?:em|en)?|irgend ?wem|wem|kolleg(?:e|en|in|innen)|kundendienst|kundenservice|kundenbetreuung|support|service|team|verkaufer(?:in|n)?|chefs?|chefin|inhaber(?:in)?|techniker(?:in)?|mechaniker(?:in)?|fachmann|fachfrau|experten?|agent(?:en)?|vorgesetzten?|geschaftsfuhrer(?:in)?|verantwortlichen?|leuten?|personal|zentrale|euch|trainer(?:in)?|lehrer(?:in)?',
)
const one = `${which}${any(`${certain}|${others}`)}`
const talk = any(
  'sprechen|reden|chatten|schreiben|telefonieren|verbinden|verbunden werden|unterhalten|kommunizieren|austauschen|in kontakt',
)
const begin = '^(?:(?:hallo|hi|guten tag|ok|nein|bitte|einfach|also|und|dann|ja) ?,? ?)*'
const end = '(?:,? (?:bitte|jetzt|sofort|danke|her))*$'
/** How visitors ask for a person. */
export const german: Wishes = {
  asks: [
    pattern('\\bmit ', one, `\\b${gap(45)}\\b${talk}\\b`),
    pattern('\\b', talk, ' mit ', one, '\\b'),
    pattern(
      '\\b(?:kann|konnte|darf|durfte|mochte|will|wurde|lassen sie|lass)\\b',
      gap(25),
      '\\b',
      '(?:einen?|jemanden|den|die|ihren?|euren?) ',
      which,
      any(`${certain}|jemanden|kolleg(?:e|en|in)|chef(?:in)?|techniker(?:in)?|verantwortlichen?|zustandigen?|person`),
      `\\b${gap(20)}\\b(?:sprechen|erreichen|kontaktieren)\\b`,
    ),
    pattern(
      '\\b(?:verbinden? (?:sie )?mich|mich',
      gap(35),
      '\\b(?:verbinden|durchstellen|weiterverbinden|weiterleiten)|stell(?:en|t|e)? (?:sie )?mich',
      gap(35),
      '\\bdurch|leite(?:n|t)? (?:sie )?mich',
      gap(35),
      '\\bweiter)\\b',
    ),
    pattern('\\ban ', one, '\\b', gap(10), '\\b(?:weiterleiten|weitergeben|ubergeben|verweisen)\\b'),
    pattern(
      '\\b(?:kann|konnte|darf|soll) (?:mir|uns)\\b',
      gap(8),
      which,
      any(`${certain}|person`),
      '\\b',
      gap(15),
      '\\b(?:antworten|helfen|weiterhelfen|beraten|schreiben|erklaren)\\b',
    ),
    pattern('\\b(?:zuruckgerufen|angerufen|kontaktiert) werden\\b'),
    pattern('\\bmelde(?:n sie sich|t euch|n)\\b', gap(10), '\\bbei (?:mir|uns)\\b'),
    pattern(
      '\\b(?:kann|konnte|konnten|konnt|kannst|bitte|jemand)\\b',
      gap(25),
      '\\b(?:mich|uns)\\b',
      gap(20),
      '\\bkontaktieren\\b',
    ),
    pattern(
      '\\bsind (?:(?:denn|da|hier|gerade|noch) )*',
      any('mitarbeiter|menschen|leute'),
      ' (?:da|hier|online|erreichbar|verfugbar)$',
    ),
    pattern(
      begin,
      any(
        'personliche beratung|menschliche(?:r|n)? (?:support|hilfe|kontakt)|(?:mitarbeiter|mensch(?:en)?|person|jemanden?) sprechen|chat mit (?:einem )?(?:mitarbeiter|menschen)',
      ),
      end,
    ),
    pattern('\\bkontakt (?:zu|mit) ', one, '\\b', gap(12), '(?:$|\\b(?:aufnehmen|haben|bitte)\\b)'),
    pattern('\\b(?:will|mochte|muss)\\b', gap(20), '\\bjemanden\\b', gap(20), '\\bsprechen\\b'),
    pattern('\\bmich ', gap(35), one, `\\b${gap(10)}\\b(?:weiterleiten|ubergeben)\\b`),
    pattern(
      '\\b(?:gib|geben sie|gebt|hol(?:en sie|t|e)?|schick(?:en sie|t|e)?)\\b',
      gap(12),
      '\\b',
      which,
      any(`${certain}|echte person|jemanden|kolleg(?:en|in)`),
      '\\b',
    ),
    pattern(
      '\\b(?:will|wollen|mochten?|brauchen?|benotigen?|hatten? (?:lieber )?gern\\w*|hatten? lieber|wunschen?|verlangen?|bevorzugen?)\\b',
      gap(16),
      "\\b(?:(?:ein|einen?|'nen|nen|ne) )?(?:(?:echte|richtige|reale|wirkliche|menschliche|lebende|personliche)[mnrs]? )+",
      any(`${certain}|person|hilfe|kontakt|unterstutzung`),
      '\\b',
    ),
    pattern(
      '\\b(?:ich|wir)\\b',
      gap(12),
      '\\b(?:will|wollen|mochten?|brauchen?|benotigen?|hatten? (?:lieber )?gern\\w*|hatten? lieber)\\b',
      gap(20),
      "\\b(?:einen?|'nen|nen) (?:menschen|ansprechpartner(?:in)?|berater(?:in)?|operator)\\b",
    ),
    pattern(
      '\\b(?:ich|wir)\\b',
      gap(12),
      '\\b(?:will|wollen|mochten?|brauchen?|benotigen?)\\b',
      ' (?:einen?|nen) mitarbeiter(?:in)?',
      end,
    ),
    pattern(
      begin,
      "(?:(?:einen?|eine[mr]|ein|'nen|nen) )?(?:(?:echte|richtige|menschliche|reale)[mnrs]? )*",
      any(
        'mensch(?:en)?|mitarbeiter(?:in)?|berater(?:in)?|ansprechpartner(?:in)?|kundendienst|kundenservice|person|live ?-?chat|operator',
      ),
      end,
    ),
    pattern(
      '\\bist (?:(?:denn|da|hier|dort|noch|gerade|jetzt|aktuell|grade) )*',
      any('jemand|irgendjemand|wer|ein (?:echter )?(?:mensch|mitarbeiter)|eine (?:echte )?person'),
      '(?: (?:da|hier|dort|online|erreichbar|verfugbar|anwesend|zu sprechen|zu erreichen))*$',
    ),
    pattern('^(?:hallo,? )?(?:jemand|wer) (?:da|hier|online)$'),
    pattern(
      '\\bgibt es (?:(?:hier|bei ihnen|auch|denn) )*',
      one,
      `\\b${gap(30)}\\b(?:sprechen|reden|schreiben|chatten|wenden|telefonieren)\\b`,
    ),
    pattern(
      '\\b(?:nicht|kein(?:e[nmr]?)?|statt|anstatt|keine lust)\\b',
      gap(25),
      '\\b',
      any('bots?|chat ?bots?|robotern?|maschinen?|ki|computern?|automaten?'),
      `\\b${gap(12)}\\b(?:sprechen|reden|schreiben|chatten|zu tun|unterhalten)\\b`,
    ),
    pattern(begin, 'keine?n? (?:mehr )?', any('bots?|chat ?bots?|roboter|maschinen?|ki|computer'), '(?: mehr)?', end),
    pattern('\\bruf(?:en|t|e)?(?: sie)?(?: bitte)? mich\\b'),
    pattern('\\bmich\\b', gap(30), '\\b(?:an|zuruck)?rufen\\b'),
    pattern(
      '\\b(?:bitte|bitten|wunschen?|brauchen?|mochten?|hatten? gern\\w*|fordere)\\b',
      gap(20),
      '\\b(?:ruckruf|anruf)\\b',
    ),
    pattern(begin, '(?:einen )?ruckruf', end),
  ],
  asksNot: [
    pattern(
      '^(?:(?:hallo|hi|guten tag),? )?(?:wann|wie (?:lange|viele?|oft|teuer|heisst|heissen)|welche[mnrs]?|wo|wohin|wer|wessen|warum|bis wann|um wie viel|ab wann|seit wann|was)\\b',
    ),
    pattern('\\b(?:muss|mussen|soll|sollte|sollten|sollen) (?:ich|wir|man|mein|meine)\\b'),
    pattern('\\bbist du\\b|\\bsind sie (?:ein|eine)\\b|\\b(?:spreche|rede|schreibe|chatte) ich\\b'),
    pattern(
      '\\bnicht mit (?:eine[mnr] )?',
      any('menschen|person|mitarbeiter(?:in)?|jemandem'),
      ` (?:sprechen|reden)\\b`,
    ),
    pattern('\\b(?:rufen|ruft|anrufen|zuruckrufen|mich an|mich zuruck)\\b,? (?:wenn|sobald|falls|bevor)\\b'),
    pattern('\\bpro (?:person|kopf)\\b'),
    pattern('\\bmich (?:bitte )?nicht (?:mehr )?(?:an|zuruck|anrufen|kontaktieren)\\b'),
    pattern('\\b(?:arzt|arztin)\\b'),
  ],
}
