import { any, before, gap, pattern, type Wishes } from './pattern.ts'

const real = '(?:(?:vrai(?:e|s|es)?|veritables?|reel(?:le)?|autres?|autre|simple) )'
const article = "(?:(?:une?|le|la|les|l'|des|du|mon|ma|votre|vos|ton|de|d'|quelque|cet?|aucune?|au|aux|a) ?)*"
const agents =
  'conseill(?:er|ere)s?|agente?s?|operat(?:eur|rice)s?|interlocut(?:eur|rice)|representante?s?|responsables?|superviseurs?|service (?:client\\w*|des ventes|commercial|apres-vente|technique)|support (?:client|technique)|sav'
const humans = `etres? humains?|humaine?s?|${real}+(?:personnes?|gens|employee?s?|${agents})|(?:personnes?|${agents}) (?:reel(?:le)?s?|humaine?s?|physiques?|normales?|vraies?)|(?:aide|assistance|support) humaine?|quelqu'un de (?:reel|vrai|vivant)`
const anyone = "quelqu'un|qqn|quelqun|kelkun|un de vous|personnes?"
const staff =
  "gens|support|personnel|dames?|monsieur|femme|homme|commercia(?:le?|ux)|employee?s?|gerante?|patron|proprietaire|techniciens?|technicienne|mecanicien|equipe|collaborat(?:eur|rice)s?|collegues?|vendeu(?:r|se)s?|manager|specialistes?|experte?s?|standard|chef|directeur|directrice|moniteur|membres? (?:de (?:l'|votre )equipe|du personnel)"
const bot =
  "(?:(?:une?|le|la|les|l'|des|du|de|d'|ce|cette?|vos|votre|a|au|aux|avec|qu'|stupide) ?)*(?:bots?|chat ?-?bots?|robots?|machines?|ia|ordinateurs?|logiciels?|(?:reponses?|systemes?) automatiques?)"

/** One of these persons, with an article or the like. */
const a = (persons: string) => `\\b${article}${real}*${any(persons)}(?![\\w-])`
const everybody = `${humans}|${agents}|${anyone}|${staff}`
const members = `${humans}|support|${agents}|employee?s?|collegues?|membres? de (?:l'|votre )equipe`
const goesOn =
  "s'il|svp|stp|merci|maintenant|ici|la|tout|au (?:telephone|sujet|lieu)|a propos|et|mais|ou|pas|plutot|qu'|que|pour (?:m'aider|me repondre|parler|discuter|mon|ma|mes|ca|cela)|qui (?:peut|pourrait|puisse|comprend|connait|sait|m')|car|parce|c'est|je|j'ai|de (?:chez vous|votre|l'equipe|la societe|disponible|dispo)|du (?:support|service|magasin)|des que|disponible|en (?:ligne|direct|charge|francais|anglais|urgence)|a qui|avec qui|afin|rapidement|directement|concernant|par (?:telephone|chat)|normale?|et non|a la place"
const after = before(goesOn)
/** Persons of something else than the business: `responsable de l'immeuble`. */
const notOf =
  "(?:(?<=quelqu'un|qqn)|(?! (?:de (?!chez|l'accueil|votre|ma|mon|mes|la part|l'equipe)|d'(?!urgence)|du (?!support|service|magasin)|des (?!que)|pendant|durant|apres|par (?!telephone|chat))))"

const want =
  "(?:\\bj?e? ?(?:veux|voudrais|souhaite(?:rais)?|desire|prefere(?:rais)?|exige|demande|cherche)(?: (?:nettement|bien|vraiment|juste|plutot|seulement))?|\\bj'aimerais(?: bien)?|\\bil me faut(?:drait)?|\\b(?:j'ai )?besoin (?:d'|de)|\\bnous (?:voulons|voudrions|souhaitons|aimerions))"
/** What makes of any mention of a human one of a wish. */
const longing = "\\b(?:veux|voudrais|souhait\\w*|prefer\\w*|aimerais|demande|besoin|faut|serais|j'aurais)\\b"
const wish =
  "(?:\\bfaut que|\\bj?e? ?(?:peux|peut|pourrais|dois|veux|voudrais|souhaite(?:rais)?|desire|prefere(?:rais)?|aimerais|demande|exige)|\\bj'aimerais|\\bnous (?:voulons|voudrions|souhaitons|aimerions)|\\b(?:puis|pourrais)-? ?je|\\bpeut-on|\\bpossible|\\bcomment|\\bou (?:puis|est-ce|peut)|\\blaisse[zr]?[- ]moi|\\bs'il (?:vous|te) plait|\\bsvp|\\bstp)"
const talk = any(
  "parler|que je parle|discuter|echanger|dialoguer|converser|tchatt?er|chatter|communiquer|ecrire|m'entretenir|entrer en contact|correspondre|avoir affaire|me plaindre|chat|chat en direct",
)
const fillers = '(?:(?:bonjour|salut|allo|non|ok|alors|et|mais|je veux|stop|svp|juste|merci)[ ,]+)*'
/** Where a sentence that asks for nothing else begins, and where any part of one does. */
const start = `^${fillers}`
const begin = `(?:^|, ?)${fillers}`
const end = "(?:,? (?:s'il (?:vous|te) plait|svp|stp|merci|maintenant|tout de suite|ici|vite))*(?:$|,)"
const hereNow =
  "(?: (?:ici|la|en ligne|libres?|disponibles?|de disponible|dispo|de dispo|de reel|de vivant|(?:qui )?travaillent? ici|chez vous|est|pour (?:m'aider|me repondre|discuter|parler|chatter)))*$"

/** How visitors ask for a person. */
export const french: Wishes = {
  asks: [
    pattern('\\b', talk, ' ', gap(15), "\\b(?:a|avec|au|aux|aupres d[eu'])(?: |(?<='))", a(everybody), notOf),
    pattern(begin, talk, ' ', a(`${humans}|${agents}|${anyone}`), end),
    pattern(
      wish,
      gap(25),
      '\\b(?:joindre|contacter|appeler|avoir|voir) ',
      a(`${humans}|${agents}|quelqu'un|technicien|support|equipe(?: (?:support|technique|commerciale))?`),
      after,
    ),
    pattern(begin, '(?:joindre|contacter|avoir) ', a(`${humans}|${agents}|quelqu'un`), end),

    pattern(want, '(?: (?:avoir|a))? ?', "(?:l'aide |l'assistance )?", a(`${humans}|${agents}`), after),
    pattern(
      want,
      '(?: avoir)? ',
      a(anyone),
      "(?: (?:de (?:votre|l'equipe|chez vous)|du (?:support|service))| (?:a|avec) qui|(?: ici| maintenant)*",
      end,
      ')',
    ),
    pattern(
      longing,
      gap(50),
      "(?:\\b(?:un|une|avec|par|a|de|question pour) |\\bqu')",
      a(humans),
      any(`${after}|(?= repond)`),
    ),
    pattern(
      longing,
      gap(40),
      '\\b(?:aidee?|conseillee?|servie?|demander|une question)(?: par| a)? ',
      a(`${members}|${anyone}`),
      after,
    ),
    pattern("\\b(?:j'|je |nous )(?:attends?|ai demande) ", a(`${humans}|${agents}`), after),
    pattern("\\ba qui (?:puis-je|je peux|est-ce que je peux|pourrais-je) (?:parler|m'adresser|ecrire)\\b"),
    pattern('\\bdonne[zr]?[- ]moi (?:juste |plutot )?', a(`${humans}|${agents}|${anyone}`), after),
    pattern("\\b(?:aide[res]?e?|assistance|reponse|conseil(?:lee?)?|servie?) (?:de|d'|par) ?", a(members), after),
    pattern("\\baimerais que quelqu'un (?:du|de)\\b"),
    pattern(begin, a(`${humans}|${agents}|personnes?`), end),
    pattern(
      begin,
      any(anyone),
      "(?: (?:peut )?m'aider| d[eu] [\\w' ]{1,30}?)?,? (?:s'il (?:vous|te) plait|svp|stp)",
      end,
    ),
    pattern(
      "\\b(?:pouvez|pourriez|peux|pourrais)[- ](?:vous|tu) (?:m'|me )?(?:appeler|trouver|chercher|demander a|envoyer) ?",
      a(`${members}|quelqu'un`),
      any("(?: de (?:venir|m'aider|me repondre).*)?"),
      end,
    ),

    pattern(
      '\\b(?:etre mise?s?|me mettre|mettez[- ]moi|mets[- ]moi|nous mettre)\\b',
      gap(8),
      '\\ben (?:relation|contact|communication)\\b',
    ),
    pattern(begin, 'mise en (?:relation|contact) avec ', a(everybody), after),
    pattern(
      '\\b(?:passe[zr]?|transfere[zr]?|connecte[zr]?|redirige[zr]?|dirige[zr]?)[- ]moi(?: (?:a|au|aux|avec|vers))?',
      any(` ${a(everybody)}|${end}`),
    ),
    pattern(
      '\\b(?:me (?:passer|transferer|connecter|rediriger|orienter|diriger)|etre (?:transferee?|redirigee?|connectee?|oriente))\\b',
      gap(12),
      a(everybody),
    ),
    pattern(
      '\\b(?:allez |pouvez[- ]vous |tu peux |dites |demandez |appelez |trouve[zr]?[- ]moi )',
      '(?:chercher |trouver |dire )?',
      a(`${members}|quelqu'un|chef|patron`),
      any(`${after}|(?= (?:que|de)\\b)`),
    ),
    pattern('\\benvoyer ', a(anyone), ' sur (?:ce|le) chat\\b'),
    pattern('\\bcomment (?:je |on )?(?:contacte|joint|joins) ', a(`${members}|quelqu'un`), after),
    pattern(begin, '(?:mettez|mets|envoye[zr]?|appele[zr]|trouve[zr]) ', a(humans), end),
    pattern(
      '\\b(?:transmett(?:ez|re)|remonter|transfere[rz])(?: (?:ceci|cela|ca|(?:ma|mon|cette|ce|la|le) (?:plainte|demande|message|question|dossier|probleme|reclamation)))? a ',
      a(members),
      after,
    ),

    pattern(
      "\\b(?:y a-t-il|il y a|est[- ]ce qu'il y a|y'? ?a|ya|avez[- ]vous|vous avez) ",
      a(`${humans}|quelqu'un|agent|conseiller|personne`),
      '(?: qui peut)?',
      hereNow,
    ),
    pattern("\\b(?:il )?n'y a (?:vraiment )?personne", hereNow),
    pattern(
      "\\b(?:y a-t-il|il y a|il n'y a|est[- ]ce qu'il y a|avez[- ]vous|vous avez) ",
      a(everybody),
      ' (?:a|avec) (?:qui|lequel|laquelle)\\b',
    ),
    pattern('^(?:bonjour,? |allo,? )?', a(`${members}|${anyone}`), '(?: est)?(?:-| )?(?:il)?', '(?= )', hereNow),
    pattern(
      "\\best[- ]ce (?:que |qu')",
      a(`${members}|quelqu'un`),
      "(?: (?:d[eu]|de la|de l') ?\\w+)? (?:est|sont|serait|travaillent?)",
      hereNow,
    ),
    pattern(
      "\\best[- ]ce qu(?:e |')",
      a(`${humans}|personne`),
      ' (?:me |nous )?(?:repond|lit|travaille)\\w*(?: \\w+)? (?:ici|vraiment)$',
    ),
    pattern("\\best[- ]ce que l'une? de vos ", any(`${agents}|employes|collegues`), ' est', hereNow),
    pattern('\\b(?:chez vous|ici) ', gap(10), a(humans), '$'),

    pattern(
      a(`${members}|quelqu'un|personne`),
      "(?: (?:peut|pourrait|pourra)(?:[- ](?:il|elle))?) (?:(?:me |m')(?:repondre|conseiller|assister)|(?:lire|regarder|voir|verifier) (?:ca|cela|ceci|mon|ma))",
    ),
    pattern("\\bquelqu'un (?:de|du) [\\w' ]{1,20}? (?:peut|pourrait) (?:m'|me )"),
    pattern("\\bquelqu'un va (?:me |nous )repondre\\b"),
    pattern(a(members), "(?: (?:peut|pourrait|pourra)(?:[- ](?:il|elle))?) m'aider\\b"),
    pattern('\\b', a(humans), ' (?:lit|lisent|regarde|repond) '),

    pattern(
      '\\b(?:pas|plus|marre|jamais|lieu|refuse)\\b',
      gap(25),
      '\\b(?:parler|discuter|echanger|parle|ecrire)\\b',
      gap(6),
      ' ',
      bot,
      '\\b',
    ),
    pattern('\\bje (?:ne )?(?:parle|discute) pas ', bot, end),
    pattern('\\b(?:veux|voudrais|souhaite|aime) (?:pas|plus|aucun) ?', bot, after),
    pattern(longing, ' ne (?:pas|plus) (?:utiliser|avoir) ', bot, after),
    pattern('\\btrop \\w+ pour ', bot, end),
    pattern(start, '(?:pas|plus|assez|marre|aucun|stop|ras le bol) ?', bot, end),
    pattern(
      any(`\\b(?:une?|l'|les|des|aux?|d') ?humaine?s?|${a(`${agents}|${anyone}|gens`)}`),
      gap(8),
      "\\b(?:pas|et non|plutot qu['e]|qu'|que|aux?|au lieu d['e]) ?",
      bot,
      end,
    ),

    pattern(
      '\\b(?:r?appele[zr]|rappelle|appelle|telephone[zr]|contacte[zr]|recontacte[zr])[- ]moi\\b(?! (?:une?|le|la) )',
    ),
    pattern("\\bmerci (?:de|par avance de) (?:me |m')(?:r?appeler|recontacter|contacter|telephoner)\\b"),
    pattern(
      "\\b(?:pouvez|pourriez|peux|peut|pourrait|quelqu'un)\\b",
      gap(25),
      "\\b(?:me |m')(?:r?appeler|telephoner|contacter|recontacter|joindre)\\b(?! (?:une?|le|la) )",
    ),
    pattern(
      '\\b(?:souhait\\w*|voudrais|veux|aimerais|pref\\w*)\\b',
      gap(6),
      '\\betre (?:rappele|recontacte|contacte|appele)e?\\b',
    ),
    pattern("\\b(?:veux|voudrais|souhaite|demande|besoin d'|aimerais) ?(?:un )?(?:rappel|appel)$"),
    pattern('\\b(?:me )?(?:passer|donner) un (?:coup de fil|appel)\\b'),
    pattern(
      "\\bqu'(?:on|un \\w+|une \\w+|quelqu'un) (?:me|m') ?(?:rappelle|contacte|recontacte|telephone|appelle|reponde)\\b",
    ),
  ],
  asksNot: [
    pattern(
      "^(?:(?:bonjour|salut),? )?(?:quand|a quelle heure|combien|quel(?:le)?s?|qui|jusqu'a quand|pourquoi|a partir de quand|c'est quoi)\\b(?!.*\\bje veux (?:parler|lui)\\b)",
    ),
    pattern('^(?:(?:bonjour|salut),? )?ou\\b', `(?! .*\\b${talk}\\b)`),
    pattern('\\b(?:dois-je|faut-il|devons-nous|est-ce que je dois|doit-on|ai-je besoin)\\b'),
    pattern('\\b(?:etes-vous|es-tu|est-ce que je parle|vous etes|est-ce un)\\b'),
    pattern('\\b(?:veux|souhaite|voudrais) (?:pas |plus )?(?:parler|discuter) (?:a|avec) personne\\b'),
    pattern(
      '\\b(?:veux|souhaite|voudrais|besoin) (?:pas|plus) (?:(?:parler|discuter) (?:a|avec) )?',
      a(`${humans}|${agents}|${anyone}`),
    ),
    pattern('[- ]moi,? (?:quand (?!vous)|des que (?!possible)|si|avant que|lorsque)\\b'),
    pattern('\\b(?:le|la|votre) (?:\\w*bot|ia|logiciel|systeme|appli\\w*) (?:peut|sait|remplace)'),
    pattern('^(?:mon|ma) \\w+ (?:veut|doit|souhaite)\\b'),
    pattern('\\bpar personne\\b'),
    pattern('\\b(?:medecin|docteur)\\b|\\b(?:apprendre|cours)\\b'),
    pattern("\\b(?:pendant|durant) (?:l[ea]|l'|ma|mon|les)|\\bpar (?:courrier|fax|la poste|lettre|e?-?mail)\\b"),
    pattern("\\bn'ai pas besoin (?:de|d')"),
  ],
}
