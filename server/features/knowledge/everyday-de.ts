import type { Everyday } from './everyday-language.ts'

export const german: Everyday = {
  asking: `
aber allgemein also angebot benötige benötigen bringen bringt erlaubt erst gestattet gewünscht hoch leisten mitbringen nötig notwendig vorhanden verfügbar wünschen angebot anbieten anderes angeboten bieten bietet biete beim bekomme bekommen bekommt besondere beste
besten bitte brauche brauchen braucht danke dafür dazu dein deine denn derzeit doch dort dürfen darf dürft echt eigentlich
einfach einmal erfahren erklären etwas euch euer eure frage fragen finde finden findet firma für gab geben gebt gehen geht
gerne gern gibt gibts gilt genau gut gute guten habe haben habt hallo hat hätte hätten heute heißt helfen hey hier hilfe
ihnen ihr ihre info infos information informationen irgendwo ist jemand jetzt kann kannst kennen komme kommen kommt könnt
können könnte könnten lassen laut lautet läuft leider liegt lohnt machen macht mache man mal mehr meine mich mir mit
möchte möchten möglich möglichkeit morgen muss müssen müsst nehmen nimmt noch nur nutzen ok okay person sage sagen
schon sehr sein seid sich sie sieht sind sofort sollen sollte sollten sonst tag tun über überhaupt uns unser unter
unterschied viel viele vielleicht vielen vom von vor wäre wann war warum was weiß welche welcher welches wenn wer werden
wie wieso will wir wirklich wird wissen wo wollen wollte wünsche würde würden zeigen zum zur zusammen
`,
  same: `
wie viel, wieviel, was kostet, wie teuer, preis, preise, kosten, kostet, gebühr, gebühren, tarif, teuer, günstig, #price
zahlen, bezahlen, zahle, zahlt, gezahlt, bezahlt, zahlung, bezahlung, zahlungsarten, bar, karte, rechnung, überweisung
öffnen, öffnet, geöffnet, offen, auf, öffnungszeiten, öffnungszeit, schließen, schließt, geschlossen, zu, sprechzeiten, uhr, #time
wann, um wie viel uhr, wie lange, wie spät, uhr, ab, bis, täglich, uhrzeit, #time
wo ist, wo liegt, wo seid, wo sind sie, wo finde ich, adresse, anschrift, anfahrt, standort, lage, weg, straße, #address
telefon, telefonnummer, handy, anrufen, anruf, rufe, nummer, telefonisch, tel, #phone
email, mail, mailadresse, e-mail, #email
kontakt, kontaktieren, erreichen, erreiche, erreichbar, ansprechpartner, telefon, email, #phone, #email
liefern, liefert, geliefert, lieferung, lieferungen, lieferzeit, lieferkosten, versand, versenden, versendet, verschicken, verschickt, schicken, schickt, versandkosten, paket, porto, zustellung
ausland, international, weltweit, länder, land
zurückgeben, zurücksenden, zurückschicken, rückgabe, rücksendung, retoure, retouren, umtausch, umtauschen, erstattung, erstatten, geld zurück, widerruf
stornieren, storniert, stornierung, storno, absagen, absage, abgesagt, kündigen, kündigung
buchen, bucht, gebucht, buchung, reservieren, reserviert, reservierung, termin, termine, vereinbaren
leihen, ausleihen, verleih, verleihen, leihe, mieten, vermieten, miete, vermietung, mietet, geliehen
reparieren, repariert, reparatur, reparaturen, kaputt, defekt, werkstatt, instandsetzung
garantie, gewährleistung
kind, kinder, baby, babys, kleinkind, kleinkinder, sohn, tochter, familie, familien
hund, hunde, haustier, haustiere, tier, tiere, katze, katzen
parken, parkt, parkplatz, parkplätze, parkhaus, abstellen
bus, busse, bahn, zug, züge, straßenbahn, tram, haltestelle, bahnhof, öffentliche verkehrsmittel
rollstuhl, barrierefrei, barrierefreiheit, behindert, behinderung, behindertengerecht, rampe, stufenlos, ebenerdig
aufzug, lift, fahrstuhl
vegan, vegetarisch, vegetarier, fleischlos, pflanzlich
allergie, allergien, allergiker, allergene, unverträglichkeit, zutaten
rabatt, rabatte, ermäßigung, ermäßigt, ermäßigungen, nachlass, vergünstigung, billiger
gutschein, gutscheine, geschenkgutschein
geschenk, geschenke, verschenken
job, jobs, stelle, stellen, stellenangebote, bewerben, bewerbung, karriere, ausbildung, mitarbeiter gesucht, personal
team, mitarbeiter, mitarbeiterin, mitarbeiterinnen, kollegen, personal
inhaber, inhaberin, chef, chefin, gründer, gegründet, gründerin, geschäftsführer, führt, leitet
gegründet, gründung, seit, geschichte, besteht
größe, größen, maß, maße, messen, abmessungen
foto, fotos, fotografieren, bild, bilder, aufnahmen
tasche, taschen, gepäck, koffer, rucksack
toilette, toiletten, wc, klo
auto, autos, pkw, fahrzeug, wagen
fahrrad, fahrräder, rad, räder, velo
feiertag, feiertage, feiertagen
urlaub, ferien, betriebsferien
wochenende, samstag, samstags, sonntag, sonntags
kaufen, kauft, gekauft, kauf, bestellen, bestellt, bestellung, bestellungen
verkaufen, verkauft, verkauf, führen, sortiment
marke, marken, hersteller
beginnen, beginnt, beginn, anfangen, fängt, start, startet
ende, enden, endet, schluss
schnell, eilig, dringend, express
notfall, notfälle, dringend
verloren, verlieren, fundsachen, fundbüro, vergessen
kostenlos, gratis, umsonst, kostenfrei, frei
inklusive, enthalten, inbegriffen, dabei, mit drin
mitglied, mitglieder, mitgliedschaft, abo, abonnement, verein
wie alt, alter, ab welchem alter, jahre, jährige, mindestalter
sprechen, spricht, sprache, sprachen
angst, ängstlich, nervös, furcht, angstpatient, angstpatienten
schmerz, schmerzen, weh, wehtun, schmerzhaft
krank, krankheit
essen, isst, speisen, mahlzeit, mahlzeiten, küche
trinken, getränke, getränk
wlan, wifi, wi-fi, internet
konto, profil, account
anmelden, einloggen, login, anmeldung
löschen, gelöscht, entfernen, entfernt
ändern, geändert, änderung, bearbeiten, umbuchen, verschieben, wechseln
abholen, abholung, abholt, abgeholt, holen
einchecken, check-in, checkin, anreise, anreisen, ankommen, ankunft
auschecken, check-out, checkout, abreise, abreisen
mitbringen, bringen, mitnehmen
kurs, kurse, unterricht, lehrgang, workshop, workshops
dauer, dauert, wie lange, minuten, stunde, stunden, tage, wochen
rate, raten, ratenzahlung, finanzierung
nacht, nächte, übernachtung, übernachten
reinigen, reinigung, gereinigt, putzen, waschen
gebraucht, gebrauchte, second-hand
versicherung, versichert, krankenkasse
datenschutz, daten, personenbezogene
beschwerde, beschweren, reklamation, reklamieren
hochzeit, heiraten, trauung
rechnung, quittung, beleg
anzahlung, kaution, vorkasse
entfernt, entfernung, weit, wie weit, nähe, minuten, meter, kilometer
anzahlung, kaution, vorkasse, vorauszahlung, im voraus
billig, günstig, preiswert, günstigste
karte, karten, kreditkarte, ec-karte, girokarte, kontaktlos < visa, mastercard, amex, american express, maestro
amex, american express
überweisung, überweisen, banküberweisung
antwort, antworten, rückmeldung, melden
sendung, sendungsverfolgung, verfolgen, wo ist mein paket, wo bleibt
ausland, international, weltweit, außerhalb, andere länder < frankreich, österreich, schweiz, italien, spanien, portugal, niederlande, holland, belgien, luxemburg, dänemark, schweden, norwegen, finnland, polen, tschechien, ungarn, griechenland, türkei, england, großbritannien, irland, amerika, usa, kanada, china, japan, europa, eu
zu klein, zu groß, passt nicht, falsche größe, umtausch, umtauschen, größe
umtausch, tauschen, ersetzen, ersatz, ersetzt
verschieben, umbuchen, verlegen, termin ändern
wartung, inspektion, service, durchsicht, überholung
panne, pannen, platten, reifenpanne
senioren, rentner, ältere
student, studenten, studierende, studentin, schüler, azubi, azubis
akku, akkus, batterie, batterien
laden, aufladen, ladestation, ladesäule, steckdose, ladegerät
elektroauto, elektroautos, e-auto
fliegen, flug, flugzeug, flughafen
reise, reisen, fahrt, ausflug, ausflüge, tour, touren
hören, schwerhörig, gehörlos, induktionsschleife
blind, sehbehindert, blindenschrift
treppe, treppen, stufen
glutenfrei, gluten, laktose, laktosefrei, nüsse
angebot, angebote, aktion, aktionen, sonderangebot, ausverkauf
treue, stammkunden, bonus, punkte, stempelkarte
gehalt, lohn, verdienst, verdienen, stundenlohn
praktikum, praktikant, schnuppern
lehrling, azubi, ausbildungsplatz, lehre
foto, kamera, kameras, video, überwachung, videoüberwachung, aufnahme
schließfach, schließfächer, aufbewahrung, gepäckaufbewahrung, abstellen, lagern
kleidung, kleider, bekleidung < jacke, jacken, mantel, hose, hemd, schuhe, handschuhe, kleid
sommer, juni, juli, august, hauptsaison, saison
winter, november, dezember, januar, februar, nebensaison
frühling, frühjahr, märz, april, mai
herbst, september, oktober
ostern, weihnachten, silvester, neujahr, pfingsten, feiertage
abend, abends, spät, nachts
morgens, früh, vormittag, vormittags
nachmittag, nachmittags
gruppe, gruppen, verein, gesellschaft
geburtstag, geburtstage, feiern, feier, fest
ausweis, personalausweis, pass, reisepass, führerschein, identität
diebstahl, gestohlen, geklaut, diebe
sicher, sicherheit, verschlüsselt
unfall, unfälle, sturz
arzt, ärztin, ärzte, doktor
kaffee, café, cafe
passwort, kennwort
allein, alleine, ohne begleitung, unbegleitet
begleitung, begleitet, aufsicht, erwachsene, erwachsener
lehrer, lehrerin, kursleiter, unterrichten
probieren, testen, probefahrt, ausprobieren, anprobieren, probe
größer, groß, größte
kleiner, klein, kleinste
rauchen, raucher, nichtraucher, zigarette
regen, regnet, schlechtes wetter, sturm
ruhe, ruhig, leise, lärm
kostenvoranschlag, angebot, schätzung
zimmer, unterkunft, übernachtung
bett, betten, kinderbett, zustellbett
schlüssel, code, zugang
strand, ufer, see, meer
museum, museen, ausstellung, sehenswürdigkeiten
speichern, gespeichert, aufbewahrt, aufheben
umwelt, umweltfreundlich, nachhaltig, nachhaltigkeit
newsletter, rundbrief, abbestellen
bewertung, bewertungen, rezension, erfahrungen
`,
}
