/**
 * The patterns of a language by which a visitor asks for a person, one sentence at a time. They apply to text in small
 * letters without accents: `mochte`, `telephone`, `pasame`.
 */
type Wishes = { asks: RegExp[]; asksNot: RegExp[] }

/** Joins the parts of a pattern, in which a space stands for any white space. */
const pattern = (...parts: string[]): RegExp =>
  new RegExp(parts.join('').replaceAll(' ?', '\\s*').replaceAll(' ', '\\s+'))
const any = (words: string): string => `(?:${words.trim().replaceAll(/\s*\|\s*/g, '|')})`
/** Up to this many characters in between. */
const gap = (max: number): string => `.{0,${max}}?`

const english = ((): Wishes => {
  const real = '(?:(?:real|live|actual|human|proper|physical|living|single|nice|competent) )*'
  const certain = any(
    'human(?: being)?s?|persons?|agents?|reps?|representatives?|operators?|advis[oe]rs?|managers?|supervisors?',
  )
  const anyone = any('somebody|someone|some one|anybody|anyone|any one')
  const team = any(
    'employees?|colleagues?|associates?|people|staff(?: members?)?|members? of (?:your |the )?(?:staff|team)|team(?: members?)?|boss|owner|technicians?|mechanics?|specialists?|experts?|consultants?|sales(?:person|man|woman| team| rep| agent)?|support(?: team| staff| agent| person)?|customer (?:service|support|care)(?: \\w+)?|reception(?:ist)?|guys?|doctor|lawyer|instructor|teacher|trainer',
  )
  const one = `(?:(?:a|an|the|any|some|another|your|one|of|this|somebody|someone) )*${real}${any(`${certain}|${anyone}|${team}`)}`
  const wish =
    "(?:^(?:want|need|like) to|\\bi(?:'d| would| do)?(?: (?:really|rather|also|just|only|still))* (?:want|wanna|need|wish|like|love|prefer|demand|insist|request|have|must)|\\bi(?:'d| would) rather|\\bwe(?:'d| would)? (?:want|need|like|wish)|\\blet (?:me|us)|\\b(?:please|pls|plz)|\\b(?:can|could|may|might) (?:i|we)|\\bhow (?:can|do|could|would) (?:i|we)|\\bpossible to|\\ballow me|\\bask(?:ing)? to|\\bway to|\\bable to)"
  const talk = any('speak|talk|chat|converse|communicate|deal|complain|be connected|get connected')
  const later = any(
    'back|please|pls|now|today|tomorrow|tonight|later|again|asap|urgently|at|on|about|as soon as possible|in|for|to|this|under|immediately|regarding',
  )
  const begin = '^(?:(?:hi|hello|hey|ok|okay|no|so|just|but|please|pls|and|then|i said) ?,? ?)*'
  const end = '(?:,? (?:please|pls|plz|now|asap|here|thanks|thank you|instead))*$'
  return {
    asks: [
      pattern(
        wish,
        `\\b${gap(40)}\\b(?:${talk}|(?:have|had) a (?:word|chat|talk|conversation|call)) ${gap(12)}(?:to|with) `,
        one,
        '\\b',
      ),
      pattern(`\\b(?:can|could|may) (?:i|we) (?:get|have|see) (?:(?:a|an|some|any) )?${real}`, certain, "\\b(?!')"),
      pattern(
        begin,
        '(?:i )?(?:need|want|give me|get me) (?:(?:a|an) )?',
        real,
        any('human|agent|operator|representative'),
        end,
      ),
      pattern(
        '\\b(?:help|answers?|reply|replies|response|advice|support|hear) (?:from|by) (?:(?:a|an|your|the|some) )*',
        real,
        any(`${certain}|someone real|staff|colleagues?|team member`),
        '\\b',
      ),
      pattern(
        '\\b(?:can|could|would|will|may|please have|please let|have) (?:(?:a|an|one of your|any|some) )*',
        real,
        any(`${certain}|colleagues?|employees?`),
        ' (?:please )?(?:help|answer|assist|reply|respond|take over|join|look)\\b',
      ),
      pattern(
        '\\b(?:someone|somebody|anyone|anybody|person|team|colleagues?|human)\\b',
        gap(20),
        '\\b(?:get back to|reach out to|write to|email|reply to) me\\b',
      ),
      pattern(
        '^(?:any|are there any) (?:real |live )?(?:humans?|agents?|persons?|people)(?: (?:here|there|around|online|available))+$',
      ),
      pattern(begin, talk, ' (?:to|with) ', one, '\\b'),
      pattern(
        wish,
        `\\b${gap(30)}\\b(?:reach|contact|get hold of|get through to|get in touch with|write to) `,
        one,
        '\\b',
      ),
      pattern(wish, `\\b${gap(20)}\\b(?:be|get) (?:connected|transferred|forwarded|put through)\\b`),
      pattern(
        begin,
        `(?:(?:a|an|the|one) )?${real}`,
        any(
          'human(?: being)?|person|agent|operator|representative|rep|customer (?:service|support|care)|staff|employee|support agent',
        ),
        end,
      ),
      pattern(
        begin,
        any('live (?:agent|chat|support)|real one|human (?:help|support)|someone real|somebody real'),
        end,
      ),
      pattern(
        "\\b(?:i|we)(?:'d| would)?(?: (?:really|just|still|only|rather))* (?:want|need|wish for|demand|prefer|like|require|have)(?: to have)? (?:(?:a|an|some|any) )?(?:(?:real|live|actual|human|proper) )+",
        any(
          'person|human|agent|operator|rep|representative|people|support|help|assistance|one|contact|advis[oe]r|employee|being',
        ),
        '\\b',
      ),
      pattern(
        "\\b(?:i|we)(?:'d| would)? (?:want|need|demand|prefer|like) (?:a|an) ",
        any('human(?: being)?|operator|representative'),
        '\\b',
      ),
      pattern(
        "\\b(?:i|we)(?:'d| would)? (?:want|need|demand|prefer|like) (?:a|an) (?:person|agent)(?:,? (?:please|now|here|instead|to (?:talk|speak|help|chat)\\b.*|not\\b.*))*$",
      ),
      pattern(
        `\\b(?:connect|transfer|hand|pass|put|forward|escalate|redirect|switch|patch)(?: (?:me|us|this|it))?(?: (?:over|through|on|back))? (?:to|with) `,
        one,
        '\\b',
      ),
      pattern('\\b(?:put (?:me|us) through|(?:transfer|connect) (?:me|us)(?: please)?$|hand me over)'),
      pattern(
        '\\b(?:get|give|find|bring|fetch) (?:me|us) (?:(?:a|an|the|your|some) )?',
        real,
        any(`${certain}|someone real|somebody real|someone|somebody|employee|advisor|your boss|boss`),
        '(?: who (?:can|could|knows|understands)\\b.*)?',
        end,
      ),
      pattern(
        '\\b(?:is|are) (?:there )?',
        any(
          'anyone|anybody|someone|somebody|any one|a (?:real |live |human )?(?:person|human|agent)|any (?:real |live )?(?:humans?|persons?|people|agents?|staff)',
        ),
        '(?: (?:real|human|actual|else))?(?: (?:there|here|around|available|online|home|listening|reading))+(?: (?:right now|now|please|to (?:talk|speak|chat|help|answer)\\b.*))?$',
      ),
      pattern(
        '\\b(?:is|are) there ',
        one,
        `\\b${gap(24)}\\b(?:i|we) (?:can|could|may|might) (?:talk|speak|chat|write|turn|reach|contact)\\b`,
      ),
      pattern('\\b(?:is|are) there ', one, ` to (?:talk|speak|chat)\\b`),
      pattern('^(?:(?:hello|hi|hey),? )?(?:anyone|anybody|someone|somebody) (?:there|here|home)$'),
      pattern(
        "\\b(?:don'?t|do not|never|not|stop|tired of|sick of|hate|instead of|rather than)\\b",
        gap(24),
        '\\b(?:talk|speak|chat|writ|deal)\\w* (?:to|with) (?:(?:a|an|the|this|your|some) )*',
        any('bots?|chat ?bots?|robots?|machines?|ai|computers?'),
        '\\b',
      ),
      pattern(
        begin,
        '(?:no|not|enough)(?: (?:more|a|another|of|the|this|these|an))* ',
        any('bots?|chat ?bots?|robots?|machines?|ai'),
        end,
      ),
      pattern(
        '\\b(?:please|can|could|would|will|may|someone|somebody|anyone|have)\\b',
        gap(30),
        `\\b(?:call|phone|ring|telephone|contact) (?:me|us)(?:$|,| ${later}\\b)`,
      ),
      pattern(`^(?:call|phone|ring) (?:me|us)(?:$|,| ${later}\\b)`),
      pattern(
        '\\b(?:want|need|like|request|get|have)\\b',
        gap(12),
        '\\b(?:a )?(?:call ?back|phone call|call from (?:you|someone|somebody|your))\\b',
      ),
      pattern(begin, 'call ?back', end),
    ],
    asksNot: [
      pattern(
        '^(?:(?:hi|hello|hey),? )?(?:when|what|at what|which|until|where|who|whom|whose|why|how (?:long|many|much|often))\\b',
      ),
      pattern(
        '(?<!how )\\b(?:do|did|must|should|does|will) (?:i|we|one|you|they|my|your) ',
        gap(12),
        '(?:need|have|want|speak|talk|contact|call|phone)\\b',
        '(?! .*\\b(?:now|instead|please)\\b)',
      ),
      pattern('\\b(?:am i|are you|is this|was that) (?:\\w+ )?(?:talking|speaking|chatting|a|an|really)\\b'),
      pattern(
        "\\b(?:don'?t|do not|didn'?t|never) (?:want|need|have|wish|like) to (?:speak|talk|chat) (?:to|with) (?:(?:a|an|any|your|real|human) )*",
        any('humans?|persons?|people|someone|anyone|somebody|anybody|agents?|staff|representatives?'),
        '\\b',
      ),
      pattern(
        "\\b(?:don'?t|do not|never|not|anyone to|nobody) ",
        gap(12),
        '\\b(?:call|phone|ring|contact) (?:me|us)\\b',
      ),
      pattern('\\b(?:call|phone|ring|contact) (?:me|us)(?: back)? (?:when|if|once|before|in case|as soon)\\b'),
      pattern('\\b(?:per|each|every) (?:person|people)\\b'),
    ],
  }
})()

const german = ((): Wishes => {
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
  return {
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
})()

const french = ((): Wishes => {
  const which =
    "(?:(?:un|une|le|la|les|l'|des|mon|votre|vos|ton|de|d'|quelque|cet?|autre) ?)*(?:(?:vraie?|veritable|reel|reelle|autre) )*"
  const certain = any(
    'etre humain|humaine?s?|conseill(?:er|ere)s?|agente?s?|operat(?:eur|rice)s?|interlocut(?:eur|rice)|representante?s?|responsables?',
  )
  const others = any(
    "personnes?|quelqu'un|employee?s?|gerante?|patron|techniciens?|technicienne|mecanicien|equipe|service (?:client\\w*|apres-vente|technique)|support|sav|collaborat(?:eur|rice)s?|collegues?|vendeu(?:r|se)s?|manager|specialistes?|experte?s?|standard|chef|directeur|directrice|moniteur",
  )
  const one = `${which}${any(`${certain}|${others}`)}`
  const wish =
    "(?:\\bje (?:peux avoir|veux|voudrais|souhaite(?:rais)?|desire|prefere(?:rais)?|peux|aimerais|dois|demande|exige)|\\bj'aimerais|\\bnous (?:voulons|voudrions|souhaitons|aimerions)|\\b(?:puis|pourrais)-je|\\bpeut-on|\\best-il possible|\\bcomment|\\blaisse[zr]?-moi|\\bs'il (?:vous|te) plait|\\bsvp|\\bstp|\\bpossible (?:de|d'))"
  const begin = '^(?:(?:bonjour|salut|non|ok|alors|et|mais|je veux) ?,? ?)*'
  const end = "(?:,? (?:s'il (?:vous|te) plait|svp|stp|merci|maintenant|tout de suite))*$"
  return {
    asks: [
      pattern(
        "\\b(?:parler|discuter|echanger|dialoguer|converser|tchatt?er|chatter|communiquer|m'entretenir|entrer en contact|correspondre) ",
        gap(15),
        '(?:a|avec|au|aux) ?',
        one,
        '\\b',
      ),
      pattern(
        '\\b(?:etre mise?s?|me mettre|mettez-moi|mets-moi|nous mettre)\\b',
        gap(8),
        '\\ben (?:relation|contact|communication)\\b',
      ),
      pattern(
        wish,
        gap(25),
        '\\b(?:joindre|avoir|contacter|appeler|voir) ',
        which,
        any(`${certain}|quelqu'un|vraie personne|personne (?:reelle|humaine)|service client\\w*|technicien`),
        '\\b',
      ),
      pattern('\\b(?:passe[zr]?|transfere[zr]?|transfere|connecte[zr]?|redirige[zr]?|dirige[zr]?)-moi\\b'),
      pattern('\\bme (?:passer|transferer|connecter|rediriger|orienter|diriger)\\b', gap(12), one, '\\b'),
      pattern('\\bdonne[zr]?-moi ', which, any(`${certain}|vraie personne`), '\\b'),
      pattern(
        "\\b(?:je (?:veux|voudrais|souhaite|desire|prefere|exige|demande)|j'aimerais|il me faut|j'ai besoin d')(?: avoir)? ?",
        which,
        any(`${certain}|personne (?:reelle|humaine|physique)`),
        '\\b',
      ),
      pattern(
        "\\b(?:je (?:veux|voudrais|souhaite|desire|prefere|exige|demande)|j'aimerais|il me faut|j'ai besoin d')(?: avoir)? ?(?:une )?(?:vraie|veritable) personne\\b",
      ),
      pattern(
        begin,
        '(?:(?:un|une|a) )?(?:(?:vraie?|veritable) )?',
        any(
          'etre humain|humain|conseill(?:er|ere)|agent|operat(?:eur|rice)|personne (?:reelle|humaine)|interlocuteur|service client\\w*',
        ),
        end,
      ),
      pattern(begin, '(?:une )?(?:vraie|veritable) personne', end),
      pattern(
        "\\b(?:y a-t-il|il y a|est-ce qu'il y a|y'?a) ",
        any("quelqu'un|un (?:vrai )?(?:humain|conseiller|agent)|une (?:vraie )?personne"),
        "(?: (?:ici|la|en ligne|disponible|de disponible|de reel|de vivant|pour (?:m'aider|me repondre)))*$",
      ),
      pattern("\\b(?:y a-t-il|il y a|est-ce qu'il y a) ", one, ` (?:a|avec) (?:qui|lequel|laquelle)\\b`),
      pattern("^(?:bonjour,? |allo,? )?quelqu'un(?: est)? (?:la|ici|disponible|de disponible|en ligne)$"),
      pattern(
        '\\b(?:pas|plus|marre|jamais|lieu)\\b',
        gap(25),
        '\\b(?:parler|discuter|echanger|parle)\\b',
        gap(12),
        '\\b',
        any('robots?|bots?|machines?|ia|chat ?bots?|ordinateurs?'),
        '\\b',
      ),
      pattern(
        begin,
        "(?:pas|plus|assez)(?: (?:de|d'un|un|du|des))? ",
        any('robots?|bots?|machines?|ia|chat ?bots?'),
        end,
      ),
      pattern('\\b(?:r?appele[zr]|rappelle|appelle|telephone[zr]|contacte[zr]|recontacte[zr])-moi\\b'),
      pattern(
        "\\b(?:pouvez|pourriez|peux|peut|pourrait|quelqu'un)\\b",
        gap(20),
        "\\b(?:me |m')(?:r?appeler|telephoner|contacter|recontacter|joindre)\\b",
      ),
      pattern(
        '\\b(?:souhait\\w*|voudrais|veux|aimerais|pref\\w*)\\b',
        gap(6),
        '\\betre (?:rappele|recontacte|contacte|appele)e?\\b',
      ),
      pattern("\\b(?:veux|voudrais|souhaite|demande|besoin d'|aimerais) ?(?:un )?(?:rappel|appel)$"),
      pattern(
        "\\bqu'(?:on|un \\w+|une \\w+|quelqu'un) (?:me|m') ?(?:rappelle|contacte|recontacte|telephone|appelle|reponde)\\b",
      ),
      pattern(
        '\\b',
        which,
        any(`${certain}|vraie personne|personne (?:reelle|humaine)`),
        "(?: (?:peut|pourrait|pourra)(?:-(?:il|elle))?) (?:me |m')(?:repondre|aider|conseiller|assister)\\b",
      ),
      pattern("\\bquelqu'un (?:peut|pourrait|pourra)(?:-il)? (?:me |m')repondre\\b"),
      pattern(
        begin,
        '(?:joindre|contacter|avoir|mise en relation avec) ',
        which,
        any(`${certain}|quelqu'un|service client`),
        end,
      ),
    ],
    asksNot: [
      pattern(
        "^(?:(?:bonjour|salut),? )?(?:quand|a quelle heure|ou|combien|quel(?:le)?s?|qui|jusqu'a quand|pourquoi|a partir de quand)\\b",
      ),
      pattern('\\b(?:dois-je|faut-il|devons-nous|est-ce que je dois|doit-on|ai-je besoin)\\b'),
      pattern('\\b(?:etes-vous|es-tu|est-ce que je parle|vous etes|est-ce un)\\b'),
      pattern(
        '\\bne (?:veux|souhaite|voudrais) (?:pas|plus) (?:parler|discuter) (?:a|avec) ',
        any("(?:un )?humain|quelqu'un|(?:une )?personne|(?:un )?conseiller"),
        '\\b',
      ),
      pattern('-moi,? (?:quand|des que|si|avant que|lorsque)\\b'),
      pattern('\\bpar personne\\b'),
      pattern('\\b(?:medecin|docteur)\\b'),
    ],
  }
})()

const spanish = ((): Wishes => {
  const which =
    '(?:(?:un|una|uno|una|el|la|los|las|su|sus|tu|vuestr[oa]|algun|alguna|otr[oa]|de|del) )*(?:(?:verdader[oa]|autentic[oa]|otr[oa]) )*'
  const certain = any(
    'ser(?:es)? humanos?|human[oa]s?|agentes?|asesor(?:a|es)?|operador(?:a|es)?|representantes?|ejecutiv[oa]s?|personas? (?:real|reales|humana|fisica|de verdad|de carne y hueso)',
  )
  const others = any(
    'personas?|alguien|emplead[oa]s?|encargad[oa]s?|responsables?|gerentes?|jef[ea]|tecnic[oa]s?|mecanic[oa]s?|equipo|soporte|(?:atencion|servicio) al cliente|comercial|vendedor(?:a|es)?|companer[oa]s?|especialistas?|supervisor(?:a|es)?|trabajador(?:a|es)?|due(?:n|ñ)[oa]|monitor(?:a)?',
  )
  const one = `${which}${any(`${certain}|${others}`)}`
  const begin = '^(?:(?:hola|buenas|no|ok|vale|pero|y|quiero) ?,? ?)*'
  const end = '(?:,? (?:por favor|porfa|porfavor|ya|ahora|gracias))*$'
  return {
    asks: [
      pattern(
        '\\b(?:hablo|hablar|hable|hablarle|chatear|conversar|comunicar(?:me|nos)?|contactar(?:me)?|charlar|platicar|dialogar|ponerme en contacto|conectarme|escribirme) ',
        gap(15),
        '(?:con|a|al) ',
        one,
        '\\b',
      ),
      pattern(
        '\\b(?:pas[ea]me|pasenme|comuniqueme|comunic[ae]me|conect[ea]me|transfi[ea]r[ea]me|transfierame|deriv[ea]me|ponganme|pongame|ponme)\\b',
      ),
      pattern(
        '\\bme (?:puede|pueden|puedes|podria|podrian|podeis) (?:comunicar|pasar|poner|conectar|transferir|derivar)\\b',
      ),
      pattern(
        '\\b(?:puede|pueden|puedes|podria|podrian|podeis) (?:comunicarme|pasarme|ponerme|conectarme|transferirme|derivarme)\\b',
      ),
      pattern(
        '\\b(?:quiero|quisiera|necesito|deseo|prefiero|exijo|solicito|me gustaria)(?: tener)?(?: a)? (?:(?:un|una) )?(?:(?:verdader[oa]|autentic[oa]) )?',
        any(certain),
        '\\b',
      ),
      pattern('\\b(?:dame|deme|denme) ', which, any(certain), '\\b'),
      pattern(
        begin,
        '(?:(?:un|una|con) )*(?:(?:verdader[oa]|autentic[oa]) )?',
        any(`${certain}|persona|(?:atencion|servicio) al cliente`),
        end,
      ),
      pattern(
        '\\bhay ',
        any('alguien|alguna persona|algun (?:humano|agente|asesor)|un humano|una persona'),
        '(?: (?:ahi|aqui|alli|disponible|en linea|real|conectado|para (?:ayudarme|atenderme)))*$',
      ),
      pattern('\\bhay ', one, `\\b${gap(12)}\\b(?:con|a) (?:quien|el que|la que|el cual|la cual)\\b`),
      pattern('\\b(?:podria|puede|podrian|pueden) (?:atenderme|ayudarme|responderme|contestarme) ', one, '\\b'),
      pattern('\\b(?:que )?me (?:atienda|ayude|conteste|responda) ', one, '\\b'),
      pattern('^(?:hola,? )?alguien (?:ahi|aqui|disponible)$'),
      pattern(
        '\\b(?:no (?:quiero|deseo)|harto|cansad[oa]|en (?:vez|lugar) de)\\b',
        gap(20),
        '\\b(?:hablar|chatear|hablando)\\b',
        gap(10),
        '\\b',
        any('robots?|bots?|maquinas?|ia|chat ?bots?|ordenador|computadora'),
        '\\b',
      ),
      pattern(begin, '(?:no mas|basta de|sin|nada de|ningun) ', any('robots?|bots?|maquinas?|chat ?bots?|ia'), end),
      pattern('\\bllam(?:e|en|a|ad)me\\b'),
      pattern(
        '\\b(?:puede|pueden|puedes|podria|podrian|podeis|alguien)\\b',
        gap(18),
        '\\b(?:llamarme|contactarme|telefonearme|devolverme la llamada)\\b',
      ),
      pattern('\\bme (?:puede|podria|pueden|podrian) (?:atender|ayudar|responder|contestar|llamar) ', one, '\\b'),
      pattern('\\bme (?:comunicas?|pasas?|conectas?|transfieres?|pones?) con\\b'),
      pattern(begin, '(?:(?:necesito|quisiera) )?(?:(?:atencion|ayuda) humana|ayuda de ', one, ')', end),
      pattern(begin, '(?:contactar|pasarme|comunicarme|hablar) con ', one, end),
      pattern('\\b(?:esta disponible|hay disponible) ', one, '\\b'),
      pattern('\\bque (?:alguien )?(?:me|nos) (?:llame|llamen|contacte|contacten)\\b'),
      pattern('\\b(?:quiero|solicito|necesito|deseo|quisiera)\\b', gap(12), '\\b(?:una )?llamada$'),
    ],
    asksNot: [
      pattern(
        '^(?:hola,? )?(?:cuando|a que hora|donde|cuant[oa]s?|que|cual(?:es)?|quien(?:es)?|hasta cuando|por que|desde cuando)\\b',
        '(?! me llam)',
      ),
      pattern('\\b(?:tengo que|debo|hay que|es necesario|hace falta|debemos)\\b'),
      pattern('\\b(?:eres|es usted|estoy hablando|es esto)\\b'),
      pattern(
        '\\bno (?:quiero|deseo|necesito) hablar con ',
        any('(?:una )?persona|alguien|(?:un )?humano|nadie'),
        '\\b',
      ),
      pattern('me,? (?:cuando|si|antes de|en cuanto)\\b'),
      pattern('\\bno (?:quiero|deseo|me gustaria) que (?:me|nos|alguien)\\b'),
      pattern('\\bpor persona\\b'),
      pattern('\\b(?:medico|doctora?)\\b'),
    ],
  }
})()

const languages: readonly Wishes[] = [english, german, french, spanish]

const maxLength = 1_000
/** In longer ones, the wish is at the end. */
const maxSentence = 300

/**
 * Whether a visitor asks for a person, for a call, or not to be answered by a machine: `Can I speak to a human?`,
 * `Mitarbeiter bitte`, `Rappelez-moi`. In any of the four languages, whatever the chat's is. Questions that only contain
 * the words are none: `per person`, `Do I need to speak to someone before I book?`.
 */
export function asksForPerson(text: string): boolean {
  const sentences = plain(text.slice(0, maxLength)).split(/[.!?;:\n…¡¿]+/)
  return sentences.some((sentence) => languages.some((one) => isWish(one, sentence.trim().slice(-maxSentence))))
}

const isWish = ({ asks, asksNot }: Wishes, sentence: string): boolean =>
  sentence !== '' && asks.some((one) => one.test(sentence)) && !asksNot.some((one) => one.test(sentence))

/** In small letters without accents, quotation marks and emoji, and with the apostrophes that people leave out. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")
    .replaceAll('ß', 'ss')
    .replace(/["“”„«»*_~()]|\p{Extended_Pictographic}/gu, ' ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\bquelqu ?un\b/g, "quelqu'un")
    .replace(/\bs ?il (?=(?:vous|te) plait)/g, "s'il ")
    .replace(/\bjai\b/g, "j'ai")
    .replace(/\b([djl]) (?=[aeiouh])/g, "$1'")
    .replace(/\bdont (?=want|like|need)/g, "don't ")
    .replace(/\bid (?=like|rather|love|prefer)/g, "i'd ")
