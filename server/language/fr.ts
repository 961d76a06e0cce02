import type { Language } from './language.ts'

export const french: Language = {
  name: 'french',
  calendar: {
    days: ['lundis?', 'mardis?', 'mercredis?', 'jeudis?', 'vendredis?', 'samedis?', 'dimanches?'],
    shortDays: ['lun', 'mar', 'mer', 'jeu', 'ven', 'sam', 'dim'],
    months: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
    shortMonths: 'janv févr mars avr mai juin juil août sept oct nov déc',
    weekend: 'week-?ends?',
    workdays: 'en semaine',
    everyDay: 'tous les jours|7 ?j(?:ours)? ?(?:/|sur) ?7',
    to: "à|au|jusqu’à|jusqu'à",
    until: "jusqu’à|jusqu'à",
    closed: 'fermé',
  },
  units: {
    minutes: 'minutes?|min',
    hours: 'heures?|h',
    days: 'jours?|nuits?',
    weeks: 'semaines?',
    months: 'mois',
    years: 'ans?|années?',
  },
  money: { eur: 'euros?', gbp: 'livres? sterling', usd: 'dollars?', chf: 'francs?', cents: 'centimes?|cents?' },
  spokenTimes: {
    '# heures? et demie?': '#:30',
    '# heures? et quart': '#:15',
    '# heures? moins (?:le )?quart': '-#:45',
  },
  otherWords: {
    'quinze jours': '14 jours',
    '(?:une )?demi-heure': '30 minutes',
    midi: '12:00',
    minuit: '0:00',
    '24 ?h(?:eures)? ?(?:sur|/) ?24': '24/7',
  },
  numbers: {
    small:
      'zéro une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf',
    tens: 'vingt trente quarante cinquante soixante soixante-dix quatre-vingt quatre-vingt-dix',
    join: (tens, small) => [small === 'une' ? `${tens} et un` : `${tens}-${small}`],
  },
  abbreviations: 'env av tél max min no etc janv févr avr juil sept oct nov déc',
  phrases: {
    fromPage: (title) => `Sur notre page **${title}** :`,
    about: (title) => `À propos de **${title}** :`,
    unavailable: 'L’assistant est indisponible pour le moment.',
    fromWebsite: 'Voici ce que dit notre site :',
    foundNothing: 'Je n’ai rien trouvé à ce sujet dans nos informations, et je préfère ne rien inventer.',
    unconfirmed: '(Je n’ai rien trouvé qui le confirme.)',
    leaveDetails: 'Si vous nous laissez vos coordonnées, une personne de l’équipe vous répondra.',
    hello: 'Bonjour ! Que souhaitez-vous savoir ?',
    howAreYou: 'Merci, tout va bien ici. Que souhaitez-vous savoir ?',
    thanks: 'Je vous en prie ! Puis-je chercher autre chose ?',
    bye: 'Au revoir, et merci de votre visite !',
    whoAmI: (name, business) =>
      `Je suis ${name}, l’assistant automatique de ${business}. Posez-moi une question, et je la cherche dans nos informations.`,
    goOn: 'D’accord. Que souhaitez-vous savoir ?',
    noAnswer: 'Aucune réponse n’est venue. Vous pouvez poser la question autrement.',
    gotForm: 'Merci, nous avons bien reçu vos informations.',
    budgetUsed: (time) => `L’assistant a fait tout ce qu’il peut pour aujourd’hui ; il sera de retour à ${time}.`,
    reachUs: 'Voici comment nous joindre :',
    callback: {
      title: 'Nous vous recontacterons',
      name: 'Nom',
      phone: 'Téléphone',
      email: 'E-mail',
      message: 'De quoi s’agit-il ?',
      submit: 'Envoyer la demande',
    },
    detailsTitle: 'Vos coordonnées',
    send: 'Envoyer',
    trouble: 'L’assistant ne peut pas répondre pour le moment. Veuillez réessayer dans un instant.',
    busy: 'Beaucoup de visiteurs posent des questions en ce moment. Veuillez réessayer dans un instant.',
  },
  suggestions: {
    about: (title) => `Que faut-il savoir sur « ${title} » ?`,
    general: ['Que proposez-vous ?', 'Quand êtes-vous ouverts ?', 'Combien ça coûte ?', 'Comment vous joindre ?'],
    links: 'Sur notre site',
    call: 'Appeler',
    write: 'Écrire un e-mail',
  },
  button: { notLoaded: "Le chat n'a pas pu être chargé. Réessayez.", open: 'Ouvrir le chat' },
  handover: {
    asked:
      'J’ai demandé à l’équipe : une personne vous rejoint ici dès que possible. Si personne ne peut venir, je vous le dirai ici.',
    nobodyHere: 'Personne n’est disponible pour le moment.',
    nobodyCame: 'Désolé, personne n’était disponible à temps.',
    leaveNumber: 'Laissez votre numéro ou votre e-mail, et nous vous recontacterons.',
    callbackKept: 'Merci. L’équipe a bien reçu votre demande et reviendra vers vous.',
    fileKept:
      'Merci. J’ai conservé le fichier pour l’équipe, mais je ne peux pas le consulter moi-même. De quoi s’agit-il ?',
    emailKept: (email) => `Merci. Nous vous répondrons à l’adresse ${email}.`,
    leftQueue: 'La demande a été retirée. L’assistant répond de nouveau à partir d’ici.',
    closedByVisitor: 'La conversation a été terminée par le visiteur. Écrivez-nous quand vous voulez.',
    team: 'Notre équipe',
    joined: (name) => `${name ?? 'Une personne de l’équipe'} a rejoint la conversation.`,
    closed: 'La conversation a été fermée. Écrivez-nous quand vous voulez.',
    closedIdle:
      'La conversation a été fermée, car personne n’a écrit depuis un moment. Écrivez-nous quand vous voulez.',
    handedBack: (botName) => `${botName}, l’assistant automatique, répond de nouveau à partir d’ici.`,
  },
  summary: {
    asked: (question) => `Le visiteur a demandé : « ${question} »`,
    left: (details) => `Contact : ${details}.`,
    outcomes: {
      answered: 'Il a reçu une réponse.',
      booked: 'Un rendez-vous a été pris.',
      lead_captured: 'Il a laissé ses coordonnées.',
      callback_requested: 'Il a demandé à être rappelé.',
      unanswered: 'Sa question est restée ouverte.',
      abandoned: 'Le visiteur n’a rien écrit.',
      pending: 'Il a demandé à parler à une personne, et personne n’a encore répondu.',
    },
    callBack: (who) => (who ? `Rappeler : ${who}` : 'Rappeler le visiteur.'),
    answer: (question) => `Répondre à : « ${question} »`,
    reply: 'Répondre au visiteur.',
  },
  transcript: {
    title: (business) => `Conversation avec ${business}`,
    times: (zone) => `Les heures sont celles de ${zone}.`,
    earlier: 'Les messages précédents ne figurent pas ici.',
    visitor: 'Vous',
    team: 'Notre équipe',
  },
  details: {
    title: 'Informations sur l’entreprise',
    about: 'À propos de nous',
    phones: 'Numéro de téléphone',
    emails: 'Adresse e-mail',
    address: 'Adresse',
    hours: 'Horaires d’ouverture',
    areas: 'Où nous travaillons',
    services: 'Prestations',
    links: 'Liens',
    booking: 'Prendre rendez-vous',
    prices: 'Prix',
    closed: 'fermé',
    days: 'lundi mardi mercredi jeudi vendredi samedi dimanche',
  },
  smallTalk: {
    core: {
      thanks: 'merci mrc thanks',
      bye: 'revoir adieu',
      hello: 'bonjour bonsoir salut coucou allô bjr bsr slt hello hey',
      goOn: 'ok okay oui ouais non nan accord daccord parfait super génial top excellent impeccable nickel compris entendu noté',
    },
    rest: 'beaucoup bien à vous te toi je tous tout le la les monde pour votre aide ton et mille au très bonne journée cest de réponse infiniment gentil sympa fois madame monsieur réponses info infos information informations rapide',
    said: {
      howAreYou:
        'comment allez vous|comment vas tu|ça va|ça va bien|comment ça va|vous allez bien|tu vas bien|comment tu vas',
      whoAmI:
        'qui êtes vous|qui es tu|êtes vous un robot|es tu un robot|êtes vous humain|es tu humain|que pouvez vous faire|que sais tu faire|comment vous appelez vous|comment tu tappelles|tu es un robot|vous êtes un robot|tu es humain|vous êtes humain|êtes vous une ia|es tu une ia|tu es une ia|cest un robot|cest un bot|cest un humain|cest une ia|cest une personne|à qui je parle|avec qui je parle|à qui ai je affaire|qui est ce|vous êtes qui|tu es qui|que peux tu faire|comment pouvez vous maider|comment peux tu maider|tu sers à quoi|tu tappelles comment|vous vous appelez comment|es tu une personne|es tu une vraie personne|êtes vous une personne|êtes vous une vraie personne',
      bye: 'à bientôt|à plus|à plus tard|à demain|à la prochaine|bonne *|bonne après midi|à tout à lheure|à toute|bonne fin de *|bon week end|bon weekend|bonne continuation|cordialement|bien à vous|au revoir|cest tout|ce sera tout|rien dautre|pas dautres questions',
      thanks: 'je vous remercie|je te remercie|ça ma aidé|cest très utile|très utile|ça maide beaucoup',
      goOn: 'très bien|ça marche|je vois|je comprends|jai compris|pas de souci|pas de problème|bien reçu|cest bon|tant pis|bien sûr',
    },
  },
  asksNothing: [
    /\b(merde|connards?|connasse|putain|salop\p{L}*|imb[eé]ciles?|abruti\p{L}*|nique|escrocs?)\b/iu,
    /\b(ignore[zr]?|oublie[zr]?)\b.{0,40}\b(instructions?|consignes?|règles)\b|\btu es maintenant\b/iu,
  ],
  introduces: "je (?:suis|m'appelle)",
  trials: 'essai|rien',
  asking: `
ai aider aimerais aimerions aller alors appelle après aurait aussi auriez autre autres avez avoir bien bonjour bon bonne ça
car cela certains chez combien comme comment conditions connaître conseil croire déjà demain demande demander dire dois
doit donc donner doivent entreprise est-ce est être exactement existe expliquer façon faire fait faites faut fonctionne
general genre gens infos information informations jour juste lequel là lieu merci mettre mieux moi moyen nécessaire
obtenir offre offrez on or où ou parce parle part particulier peu peut peut-être peux plaît plus plutôt possible
possibilité pour pourquoi pourrait pourriez pouvez pouvoir pouvons prendre prenez problème proposer proposez propose puis
quand que quel quelle quelles quels question questions qui quoi sait sais salut savoir service services si simple simplement
souhaite souhaiterais sorte svp temps tout tous toute toutes trouver trouve types type utiliser vais va venir veux veut
voir voudrais voulez vouloir vraiment aujourd hui
`,
  same: `
combien coûte, combien, prix, tarif, tarifs, coût, coûts, coûte, coûtent, frais, cher, #price
payer, paye, paie, paiement, paiements, payé, règlement, régler, carte, espèces, chèque, facture
ouvert, ouverte, ouverts, ouvrir, ouvre, ouvrez, ouverture, horaires, horaire, heures, fermé, fermée, fermer, fermez, ferme, fermeture, #time
quand, quelle heure, à partir, jusqu, heures, horaires, #time
où se trouve, où êtes-vous, où est, adresse, situé, située, emplacement, accès, venir, itinéraire, rue, #address
téléphone, téléphoner, appeler, numéro, tél, portable, joindre, #phone
email, mail, courriel, e-mail, #email
contact, contacter, joindre, contactez, téléphone, email, #phone, #email
livrer, livrez, livré, livraison, livraisons, expédier, expédition, envoi, envoyer, envoyez, colis, poste, port
étranger, international, pays, monde
retour, retours, retourner, renvoyer, rendre, remboursement, rembourser, remboursé, échange, échanger
annuler, annulé, annulation, annulations, résilier, résiliation
réserver, réservé, réservation, réservations, rendez-vous, rdv
louer, loue, louez, location, locations, emprunter, prêter, prêt
réparer, réparez, réparation, réparations, cassé, panne, atelier
garantie, garanties, garanti
enfant, enfants, bébé, bébés, fils, fille, famille, familles
chien, chiens, animal, animaux, chat, chats
parking, stationner, stationnement, garer, garage
bus, tram, tramway, train, métro, gare, transports en commun, arrêt
handicap, handicapé, handicapés, fauteuil, accessible, accessibilité, rampe, mobilité réduite
ascenseur, ascenseurs
végétarien, végétarienne, végétariens, végan, vegan, végétalien
allergie, allergies, allergène, allergènes, allergique, intolérance, ingrédients
remise, remises, réduction, réductions, réduit, rabais, promotion, promo
bon cadeau, chèque cadeau, carte cadeau, bon, bons
cadeau, cadeaux, offrir
emploi, emplois, travail, recrutement, recruter, recrutez, poste, candidature, stage
équipe, personnel, employés, collaborateurs, salariés
propriétaire, fondateur, fondatrice, fondé, fondée, patron, gérant, directeur, directrice
depuis, histoire, fondé, fondée, créé, création
taille, tailles, mesure, mesures, dimension, dimensions
photo, photos, image, images, photographier
sac, sacs, bagage, bagages, valise, valises
toilette, toilettes, wc, sanitaires
voiture, voitures, véhicule, auto
vélo, vélos, bicyclette, bicyclettes
férié, fériés, jours fériés
vacances, congés
week-end, weekend, samedi, dimanche
acheter, achète, acheté, achat, achats, commander, commande, commandes
vendre, vendez, vend, vente, ventes, stock
marque, marques, fabricant
commencer, commence, début, débuter
fin, finir, terminer, termine
rapide, rapidement, vite, urgent, express, urgence
perdu, perdre, oublié, objets trouvés
gratuit, gratuite, gratuits, gratuitement, sans frais, offert
inclus, incluse, compris, comprise, comprend
membre, membres, adhésion, adhérer, abonnement, abonner
quel âge, âge, ans
parler, parlez, langue, langues
peur, angoisse, anxieux, stressé
douleur, douleurs, mal, douloureux
manger, repas, nourriture, déjeuner, dîner, restaurant
boire, boisson, boissons
wifi, wi-fi, internet
compte, profil
supprimer, supprimé, effacer, suppression
modifier, changer, modification, changement
récupérer, retirer, retrait, chercher
cours, leçon, leçons, atelier, formation, formations
combien de temps, durée, dure, minutes, heures, jours, semaines, délai, délais
nuit, nuits, nuitée
nettoyer, nettoyage, laver, lavage
occasion, seconde main
assurance, assurances, assuré
mariage, marier
facture, factures, reçu
acompte, caution, dépôt, arrhes
`,
}
