import type { Everyday } from './everyday-language.ts'

export const french: Everyday = {
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
