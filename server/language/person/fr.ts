import { any, gap, pattern, type Wishes } from './pattern.ts'

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
/** How visitors ask for a person. */
export const french: Wishes = {
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
