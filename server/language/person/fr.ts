import { any, before, gap, onlyWords, pattern, type Wishes } from './pattern.ts'

const real = '(?:(?:vrai(?:e|s|es)?|veritables?|reel(?:le)?|autres?|autre|simple) )'
const article = "(?:(?:une?|le|la|les|l'|des|du|mon|ma|votre|vos|ton|de|d'|quelque|cet?|aucune?|au|aux|a) ?)*"
const agents =
  'conseill(?:er|ere)s?(?: (?:client(?:ele)?|commercia(?:l|le|ux)|techniques?))?|agente?s?|operat(?:eur|rice)s?|interlocut(?:eur|rice)|representante?s?|responsables?|superviseurs?|service (?:client\\w*|des ventes|commercial|apres-vente|technique|reclamations?|facturation)|support (?:client|technique)|sav'
const humans = `etres? humains?|humaine?s?|${real}+(?:personnes?|gens|employee?s?|${agents})|(?:personnes?|${agents}) (?:reel(?:le)?s?|humaine?s?|physiques?|normales?|vraies?)|(?:aide|assistance|support|contact|service|reponse) humaine?|quelqu'un de (?:reel|vrai|vivant)`
const anyone = "quelqu'un(?: d'autre)?|un de vous|personn?e?s?"
/** Departments and professions. */
const roles = 'accueil|reception|compta(?:bilite)?|facturation|commercia(?:le?|ux)|\\w+ici(?:ens?|ennes?)|ingenieure?s?'
const staff = `${roles}|gens|support|personnel|dames?|monsieur|femme|homme|employee?s?|proprietaire|(?<=une? de vos )\\w+|bureau|equipe|collaborat(?:eur|rice)s?|collegues?|vendeu(?:r|se)s?|\\w+istes?|experte?s?|standard|moniteur|membres? (?:de (?:l'|votre )equipe|du personnel)`
/** Those who decide. */
const leaders =
  'responsables?|gerante?s?|patronn?e?|manager|chefs?|directeur|directrice|direction|superieure?s?|dirigeante?s?'
const bot =
  "(?:(?:une?|le|la|les|l'|des|du|de|d'|ce|cette?|vos|votre|a|au|aux|avec|qu'|stupide) ?)*(?:bots?|chat ?-?bots?|robots?|machines?|ia|ordinateurs?|logiciels?|(?:reponses?|systemes?) automatiques?)"

/** One of these persons, with an article or the like. */
const a = (persons: string) => `\\b${article}${real}*${any(persons)}(?![\\w-])`
const everybody = `${humans}|${agents}|${leaders}|${anyone}|${staff}`
const members = `${humans}|support|${agents}|employee?s?|collegues?|membres? de (?:l'|votre )equipe`
const goesOn =
  "s'il|svp|stp|merci|maintenant|ici|la|tout|au (?:telephone|sujet|lieu|bout)|a propos|et|mais|ou|pas|plutot|qu'|que|pour (?:m'aider|me repondre|parler|discuter|mon|ma|mes|ca|cela)|qui (?:peut|pourrait|puisse|travaille|comprend|connait|sait|m')|car|parce|c'est|je|j'ai|chez (?:vous|toi)|de (?:chez vous|votre|l'equipe|la societe|disponible|dispo)|du (?:support|service|magasin)|des que|disponible|en (?:ligne|direct|charge|francais|anglais|urgence)|a qui|avec qui|afin|rapidement|directement|concernant|par (?:telephone|chat)|pour la \\w+ fois|normale?|et non|a la place"
const after = before(goesOn)
/** Persons of something else than the business: `responsable de l'immeuble`. */
const notOf =
  "(?:(?<=quelqu'un|qqn)|(?! (?:de (?!chez|l'(?:accueil|atelier|agence|hotel)|la (?:boutique|reception|compta)|votre|ma|mon|mes|la part|l'equipe)|d'(?!urgence)|du (?!support|service|magasin)|des (?!que)|pendant|durant|apres|par (?!telephone|chat))))"

const want =
  "(?:\\bj?e? ?(?:veux|voudrais|souhaite(?:rais)?|desire|prefere(?:rais)?|exige|demande|cherche)(?: (?:nettement|bien|vraiment|juste|plutot|seulement))?|\\bj'aimerais(?: bien)?|\\bil me faut(?:drait)?|(?<!\\b(?:a|ont|as) )\\bbesoin (?:d'|de)|\\bnous (?:voulons|voudrions|souhaitons|aimerions))"
/** What makes of any mention of a human one of a wish. */
const longing = "\\b(?:veux|voudrais|souhait\\w*|prefer\\w*|aimerais|demande|besoin|faut|serais|serait|j'aurais)\\b"
const wish =
  "(?:\\bfaut que|\\bj?e? ?(?:peux|peut|pourrais|dois|veux|voudrais|souhaite(?:rais)?|desire|prefere(?:rais)?|aimerais|demande|exige)|\\bj'aimerais|\\bnous (?:voulons|voudrions|souhaitons|aimerions)|\\b(?:puis|pourrais)-? ?je|\\bpeut-on|\\bpossible|\\bmoyen (?:de|d')|\\bcomment|\\bou (?:puis|est-ce|peut)|\\blaisse[zr]?[- ]moi|\\bs'il (?:vous|te) plait|\\bsvp|\\bstp)"
const talk = any(
  "parler|parlant|discutant|parlais|parlait|(?<=\\b(?:veux|peux?|peut|voudrai[st]?|souhaite|aimerais|puis-je) )parle|que je (?:lui )?parle|discuter|echanger|dialoguer|converser|tchatt?er|chatter|communiquer|ecrire|m'entretenir|(?:entrer|etre) en contact|(?:dire|toucher) (?:un|deux) mots?|(?:voir|regler)(?: (?:ca|cela)|(?= avec))|correspondre|avoir affaire|me plaindre|chat|chat en direct",
)
const fillers = '(?:(?:bonjour|salut|allo|non|ok|alors|et|mais|je veux|stop|svp|juste|merci|plutot|maintenant)[ ,]+)*'
/** Where a sentence that asks for nothing else begins, and where any part of one does. */
const start = `^${fillers}`
const begin = `(?:^|, ?)${fillers}`
const end =
  "(?:,? (?:s'il (?:vous|te) plait|svp|stp|merci|maintenant|tout de suite|ici|vite|en (?:direct|ligne)|au (?:telephone|bout du fil)|(?:dans|sur) (?:ce|le) chat))*(?:$|,)"
const hereNow =
  "(?: (?:ici|la|en ligne|libres?|disponibles?|de disponible|dispo|de dispo|de reel|de vivant|(?:qui )?travaillent? ici|chez vous|dans ce chat|est|pour (?:m'aider|me repondre|discuter|parler|chatter)))*$"

/** How visitors ask for a person. */
export const french: Wishes = {
  asks: [
    pattern('\\b', talk, ' ', gap(35), "\\b(?:a|avec|au|aux|aupres d[eu'])(?: |(?<='))", a(everybody), notOf),
    pattern(wish, gap(12), '\\b', talk, ' (?:a|avec) (?:lui|elles?|eux)', after),
    pattern(wish, gap(12), '\\b(?:lui|leur) parler', after),
    pattern(wish, ' (?:parler|discuter) ', a(humans), end),
    pattern('\\b', talk, ' (?:a|avec) (?:celui|celle|ceux|celles) qui\\b'),
    pattern("\\b(?:parle|discute|ecris) qu'(?:a|avec) ", a(everybody), end),
    pattern(
      wish,
      gap(12),
      '\\b',
      talk,
      " (?:a|avec) \\w+ (?:de (?:la (?:reception|compta\\w*|boutique)|l'(?:accueil|equipe|agence|atelier)|votre \\w+|chez vous)|du (?:support|service|magasin|standard|sav))\\b",
    ),
    pattern(wish, gap(25), '\\b(?:avoir|joindre) une personne (?:au (?:telephone|bout du fil)|en ligne)\\b'),
    pattern(
      "\\b(?:peut-on|on peut|on pourrait|pourrait-on|pouvons-nous|on pourra)(?: \\w+){0,2} (?:s'appeler|se telephoner)(?: (?:rapidement|vite|bientot|demain|aujourd'hui))?",
      end,
    ),
    pattern(
      any(`${wish}|\\b(?:on peut|on pourrait|peut-on|pourrait-on)`),
      gap(15),
      '\\b(?:parler|discuter|echanger|regler|traiter|expliquer|voir)(?: (?:de )?(?:ca|cela|mon \\w+|ma \\w+))? (?:(?:par|au) telephone|de vive voix)',
      after,
    ),
    pattern(
      "\\bqui (?:peut|pourrait) (?:m'|nous )",
      gap(12),
      '\\b(?:de vive voix|(?:au|par) telephone|en personne|en vrai)\\b',
    ),
    pattern(
      "\\b(?:n'?arrive|impossible|parviens|peux) (?:pas )?(?:a|de )?(?:a )?(?:joindre|avoir|contacter|parler a) ",
      a(`${humans}|${agents}|${anyone}`),
      end,
    ),
    pattern(begin, talk, ' ', a(`${humans}|${agents}|${anyone}`), end),
    pattern(
      wish,
      gap(25),
      '\\b(?:joindre|contacter|appeler|avoir|voir) ',
      a(`${humans}|${agents}|${leaders}|quelqu'un|technicien|support|equipe(?: (?:support|technique|commerciale))?`),
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
    pattern(
      "\\bqui (?:puis-je|dois-je|pourrais-je) (?:contacter|appeler|joindre)\\b|\\ba qui (?:puis-je|dois-je|je (?:peux|dois)|est-ce que je (?:peux|dois)|pourrais-je) (?:parler|m'adresser|ecrire)\\b",
    ),
    pattern('\\bdonne[zr]?[- ]moi (?:juste |plutot )?', a(`${humans}|${agents}|${anyone}`), after),
    pattern("\\b(?:aide[res]?e?|assistance|reponse|conseil(?:lee?)?|servie?) (?:de|d'|par) ?", a(members), after),
    pattern("\\baimerais que quelqu'un (?:du|de)\\b"),
    pattern(begin, a(leaders), end),
    pattern(begin, a(roles), " (?:s'il (?:vous|te) plait|svp|stp)", end),
    pattern(
      "\\b(?:y a-t-il|il y a|avez[- ]vous|vous avez|connaissez[- ]vous|cherche|besoin d[e']|veux|voudrais|faut) ?",
      a(everybody),
      " qui (?:(?:peut|pourrait|puisse|saurait|va) (?:m'|me |nous )(?:expliquer|aider|repondre|renseigner|conseiller|orienter)|(?:peut|puisse)$|s'y connai\\w+|comprend|sait de quoi)\\b",
    ),
    pattern("\\b(?:dites|dis|demande[zr]?)[- ]lui (?:de |d'|qu'il |qu'elle )(?:me |m')"),
    pattern('\\b(?:demande[zr]?|dites|dis|dire) a ', a(everybody), " de (?:me |m')"),
    pattern(begin, a(`${humans}|${agents}|personnes?|t?chat en direct|live chat`), end),
    pattern(
      begin,
      any(anyone),
      "(?: (?:de )?competente?| (?:peut )?m'aider| d[eu] [\\w' ]{1,30}?)?,? (?:s'il (?:vous|te) plait|svp|stp)",
      end,
    ),
    pattern(
      "\\b(?:(?:pouvez|pourriez|peux|pourrais)[- ](?:vous|tu)|(?:vous|tu) (?:pouvez|pourriez|peux|pourrais)) (?:m'|me )?(?:appeler|trouver|chercher|demander a|envoyer) ?",
      a(`${members}|${leaders}|quelqu'un`),
      any("(?: (?:de (?:venir|m'\\w+|me \\w+)|qui ).*)?"),
      end,
    ),

    pattern(
      '\\b(?:etre mise?s?|me mettre|mettez[- ]moi|mets[- ]moi|nous mettre)\\b',
      gap(8),
      '\\ben (?:relation|contact|communication)\\b',
    ),
    pattern(begin, '(?:mise en )?(?:relation|contact) avec ', a(everybody), after),
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
      a(`${members}|${leaders}|quelqu'un`),
      any(`${after}|(?= (?:que|de)\\b)`),
    ),
    pattern('\\b(?:me mettre|(?:mettez|mets)[- ]moi) avec ', a(everybody), after),
    pattern('\\bme (?:le|la|les) passer', end),
    pattern("\\ba qui d'autre (?:puis-je|je peux|pourrais-je)\\b"),
    pattern("\\bquelqu'un d'autre (?:peut|pourrait)(?:[- ]il)? (?:m'|me |nous )"),
    pattern('\\b(?:sors|sortez|debarrasse[zr]?)[- ]moi ', bot, end),
    pattern('\\blaisse[zr]? ', a(humans), " (?:s'en occuper|repondre|prendre|gerer|traiter)"),
    pattern('\\b(?:plainte|reclamation|plaindre) (?:a|aupres d[eu]?)(?: |(?<=d).)', a(everybody)),
    pattern('\\b(?:conversation|discussion|entretien|echange)(?: telephonique)? avec ', a(everybody), after),
    pattern("\\baide (?:de|d') ?(?:votre |l')(?:equipe|personnel|support)\\b"),
    pattern(
      "\\b(?:sur|certain|veux|voudrais|faut|aimerais)(?:e)? qu(?:e |')",
      a(humans),
      ' (?:lise|lira|regarde|voie|verifie|reponde|decide|confirme)',
    ),
    pattern('\\bune (?:vraie )?personne (?:peut|pourrait)(?:-elle)? (?:confirmer|verifier|regarder|lire|decider)\\b'),
    pattern(
      "\\bquelqu'un de (?:votre|l'|chez) ?\\w+ (?:peut|pourrait)(?:-il)? (?:verifier|regarder|voir|confirmer|repondre|ecrire)\\b",
    ),
    pattern('\\b(?:confie[rz]? |faire venir )', a(`${members}|${leaders}|quelqu'un`), end),
    pattern(
      '\\bnumero (?:de |d.)',
      a(`${humans}|${agents}|quelqu'un`),
      any(`${end}|(?= qui (?:peut|puisse|pourrait) m.aider)`),
    ),
    pattern('\\benvoyer ', a(anyone), ' sur (?:ce|le) chat\\b'),
    pattern('\\bcomment (?:je |on )?(?:contacte|joint|joins) ', a(`${members}|quelqu'un`), after),
    pattern(
      begin,
      '(?:mettez|mets|envoye[zr]?|appele[zr]|trouve[zr]|faites venir)(?:[- ]moi)? ',
      a(`${members}|${leaders}|quelqu'un`),
      '(?: la-dessus| sur (?:ca|ce \\w+|cette \\w+)| dans (?:ce|le) chat)?',
      end,
    ),
    pattern('\\bme (?:transferer|rediriger)', end),
    pattern(begin, '(?:veuillez )?escalade[rz]?(?: (?:ca|cela|ceci|(?:mon|ma|cette|ce) \\w+))?', end),
    pattern(
      begin,
      '(?:passer|transferer|basculer|changer|rediriger)(?: (?:vers|avec))? ',
      a(`${members}|${leaders}|quelqu'un`),
      end,
    ),
    pattern('\\b(?:r?envoye[zr]?|oriente[zr]?|aiguille[zr]?)[- ]moi (?:vers|a|au|chez) ', a(everybody), after),
    pattern('\\btrouve[zr]?[- ]moi une personne', end),
    pattern('\\bme faire (?:r?appeler|recontacter|contacter)\\b'),
    pattern(begin, 'mise en (?:relation|contact)', end),
    pattern(a(`${everybody}|l'une? de vous`), gap(20), '\\bprendre (?:la (?:suite|main)|le relais)\\b'),
    pattern(
      '\\b(?:transmett(?:ez|re)|remonter|transfere[rz])(?: (?:ceci|cela|ca|(?:ma|mon|cette|ce|la|le) (?:plainte|demande|message|question|dossier|probleme|reclamation)))? a ',
      a(`${members}|quelqu'un`),
      after,
    ),

    pattern(
      "\\b(?:y a-t-il|il y a|est[- ]ce qu'il y a|y'? ?a|ya|avez[- ]vous|vous avez) ",
      a(`${humans}|quelqu'un|agent|conseiller|personne`),
      '(?: qui peut)?',
      hereNow,
    ),
    pattern("\\b(?:il )?n?'?y a (?:vraiment )?(?:personne|(?:pas|aucun|plus) ?", a(humans), ')', hereNow),
    pattern(
      "\\b(?:y a-t-il|il y a|il n'y a|doit (?:bien )?y avoir|est[- ]ce qu'il y a|avez[- ]vous|vous avez) ",
      a(everybody),
      ' (?:a|avec) (?:qui|lequel|laquelle)\\b',
    ),
    pattern('^(?:bonjour,? |allo,? )?', a(`${members}|${anyone}`), '(?: est)?(?:-| )?(?:il)?', '(?= )', hereNow),
    pattern(
      "\\best[- ]ce (?:que |qu')",
      a(`${members}|${leaders}|quelqu'un`),
      "(?: (?:d[eu]|de la|de l'|de votre|de vos) ?\\w+)? (?:est|sont|serait|travaillent?)",
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
    pattern("\\bquelqu'un (?:peut|pourrait)", gap(25), '\\b(?:par|au) telephone\\b'),
    pattern(
      "\\b(?:quelqu'un|une (?:vraie )?personne|un (?:humain|conseiller|agent|collegue)) va (?:me |nous )repondre\\b",
    ),
    pattern(
      any(`${a(`${members}|${leaders}|quelqu'un`)}|\\bune personne`),
      " (?:peut|pourrait|pourra)(?:[- ](?:il|elle))? (?:intervenir|jeter un (?:coup d')?(?:œil|oeil))\\b",
    ),
    pattern(a(members), "(?: (?:peut|pourrait|pourra)(?:[- ](?:il|elle))?) m'aider\\b"),
    pattern('\\b', a(humans), ' (?:lit|lisent|regarde|repond)(?:-il)? '),
    pattern("\\bquelqu'un (?:peut|pourrait)(?:-il)? (?:m'|me |nous )\\w+ (?:en personne|personnellement)\\b"),
    pattern(
      '\\bou (?:puis-je |peut-on |est-ce que je peux )?trouve[rz]? ',
      a(`${members}|quelqu'un`),
      " qui (?:peut|puisse|pourrait) (?:me |m')?(?:repondre|aider|renseigner|expliquer)\\b",
    ),
    pattern('\\bnumero\\b', gap(25), a(`${humans}|quelqu'un`), end),
    pattern(
      '\\b(?:avez[- ]vous|vous avez|y a-t-il|il y a) (?:un |du )?(?:support|chat|tchat|service) en (?:direct|ligne|temps reel)$',
    ),
    pattern(
      "\\b(?:j'|je )attends? qu(?:e |')",
      a(`${members}|quelqu'un`),
      " (?:me |m')?(?:reponde|aide|rappelle|contacte)",
    ),

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
    pattern(
      '\\b(?:ce|cette|votre|ton|le|ca) (?:\\w+ )?(?:(?:chat ?-?bot|bot|ia) est (?:\\w+ ){0,2}?(?:nulle?|une blague|inutile|stupide|bete|debile|incompetent|pourri|naze|incapable)|(?:chat ?-?bot|bot|ia|robot) (?:ne |n.)?(?:me |m.)?(?:comprend|aide|sert|repond|sait)(?: (?:meme|repondre|a|strictement|vraiment|jamais|pas|rien|une question.*))+)',
      end,
    ),
    pattern('\\b(?:marre|assez|ras le bol|fatigue|contourner|eviter) ', bot, end),
    pattern("\\bpas qu'", bot, ' (?:puisse|sache|peut|pourra)\\b'),
    pattern(
      '\\b(?:pas|plus|stop|assez|marre|arretez?)\\b',
      gap(12),
      '\\b(?:reponses?|messages?) (?:automatiques?|de (?:bot|robot|machine))',
      end,
    ),
    pattern(begin, '(?:quel )?(?:chat ?)?bot (?:pourri|stupide|inutile|nul|debile|de merde)', end),
    pattern(start, '(?:pas|plus|aucun|stop) ?', bot, end),
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
    pattern(
      "\\b(?:veux|voudrais|souhaite|demande|besoin d'|aimerais) ?(?:un )?(?:rappel|appel)(?:$| (?:d[eu'] ?|telephonique))",
    ),
    pattern(begin, '(?:rappel|(?:contact|appel) telephonique)', end),
    pattern('\\b(?:organise|planifie|fixe)[rz]? (?:un |une )(?:appel|entretien|echange) avec ', a(everybody)),
    pattern("\\bpour que (?:vous|quelqu'un|on) (?:me |m')(?:r?appell?i?e[zr]?|contactie?z?)\\b"),
    pattern('\\bprefere(?:rais)? un (?:appel|coup de fil)\\b'),
    pattern(
      any(want),
      ' ?(?:un )?(?:(?:appel|contact|entretien|echange)(?: telephonique)?|(?:rdv|rendez-vous) telephonique) avec ',
      a(everybody),
      after,
    ),
    pattern(begin, '(?:appelez|appelle|appeler) (?:(?:le|au) )?[+\\d][\\d ()/-]{5,}'),
    pattern('\\b(?:me )?(?:passer|donner) un (?:coup de fil|appel)\\b'),
    pattern(
      "\\bqu(?:e |')(?:on|(?:un|une|le|la|votre) \\w+|quelqu'un) (?:(?:me|m') ?(?:rappelle|contacte|recontacte|telephone|appelle|reponde|aide|explique|conseille)|(?:regarde|lise|examine|verifie|traite|prenne en charge) (?:ca|cela|(?:mon|ma|mes) (?:dossier|demande|cas|compte|message|commande|probleme)s?))\\b",
    ),

    onlyWords(
      "un|une|le|la|les|l'|des?|du|d'|votre|vos|ton|tes|au|aux|a|avec|par|pour|sur|de|en|dans|chez|et|ou|mais|pas|plus|non|ne|n'|que|qu'|qui|quoi|ce|cet|cette|ca|cela|c'est|est|est-ce|ici|maintenant|aujourd'hui|demain|tout|suite|vite|rapidement|urgence|urgent|enfin|encore|aussi|juste|seulement|plutot|vraiment|directement|personnellement|svp|stp|s'il|vous|te|plait|merci|bonjour|salut|allo|pardon|ok|y|a-t-il|il|on|possible|peut|peut-on|peux|pouvez|pourriez|pourrait|pourrais|puis|serait|faire|avoir|etre|ai|si|comment|telephone|chat|fil|bout|ligne|dossier|demande|question|cas|probleme|sujet|reclamation|plainte|bot|robot|machine|ia|ordinateur|vrai|vraie|vrais|reel|reelle|veritable|humaine?|autre|competente?|disponible|aide|aider|m'aider|equipe|service|client|clientele|ceux|sait|connait|comprend|moment|minute|instant|vive|voix",
      "je|j'ai|j'aimerais|jveux|j'veux|j|me|moi|mon|ma|mes|nous|notre|puis-je|pourrais-je|passez-moi|mettez-moi|laissez-moi|laisse-moi|m'\\w+|svp|stp",
      "(?:[dl]')?(?:humains?|humaine|personnes?|quelqu'un|conseill(?:er|ere|ers)|agents?|operat(?:eur|rice)|interlocuteur|responsables?|superviseur|superieur|gerante?|patronn?e?|chef|directeur|directrice|manager|collegues?|collaborateurs?|employee?s?|techniciens?|technicienne|commercia(?:l|le|ux)|vendeu(?:r|se)|specialiste|experte?|membres?|reception|accueil|gens)",
      "(?:m')?(?:parler?|discuter|echanger|dialoguer|entretenir|joindre|contacter|contacte|contact|appeler?|rappeler?|rappelle|rappelee?|telephoner|repondre|reponde|repond|transferer|transfere[rz]?|orienter|diriger|relation|conseillee?)|veux|voudrais|souhait\\w*|aimerais|j'aimerais|jveux|j'veux|prefer\\w*|besoin|faut|exige|passe[zr]|traiter|traite|adresser|m'adresser",
    ),
  ],
  asksNot: [
    pattern(
      '\\b(?:a|avec|par|appeler|contacter|joindre) (?:mon|mes|ma) (?:propre )?(?:equipe|chef|patron|collegue|personnel|employe)',
    ),
    pattern("\\bdevenir\\b|\\b(?:veux|souhaite|voudrais) pas qu[e']|\\betais en contact\\b|\\bnotre \\w+ a besoin\\b"),
    pattern(
      "^(?:(?:bonjour|salut),? )?(?:quand(?! .*\\bpour (?:discuter|parler|chatter|echanger)\\b)|a quelle heure|combien|quel(?:le)?s?|qui(?! .*(?:de vive voix|telephone|en (?:personne|vrai)))|jusqu'a quand|pourquoi|a partir de quand|c'est quoi)\\b(?!.*\\bje veux (?:parler|lui)\\b)",
    ),
    pattern('^(?:(?:bonjour|salut),? )?ou\\b', `(?! .*\\b${talk}\\b| .*\\btrouver\\b)`),
    pattern(
      '(?<!qui )\\b(?:dois-je|faut-il|devons-nous|(?<!qui )est-ce que je dois|doit-on|ai-je besoin)\\b(?!.*bot .*ou (?:puis-je|je peux|est-ce que je peux) )',
    ),
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
    pattern(
      '\\b(?:agente?|conseill\\w+) (?:pour|concernant|au sujet de) (?:\\w+ ){0,2}?(?:vendre|vente|louer|acheter|location)\\b',
    ),
    pattern('\\b(?:medecin|docteur)\\b|\\b(?:apprendre|cours)\\b'),
    pattern(
      "\\b(?:pendant|durant) (?:l[ea]|l'|ma|mon|les)|(?<!(?:repondre|ecrire|contacter) )\\bpar (?:courrier|fax|la poste|lettre|e?-?mail)\\b",
    ),
    pattern("\\bn'ai pas besoin (?:de|d')"),
  ],
}
