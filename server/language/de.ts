import type { Language } from './language.ts'

export const german: Language = {
  name: 'german',
  calendar: {
    days: ['montags?', 'dienstags?', 'mittwochs?', 'donnerstags?', 'freitags?', '(?:samstag|sonnabend)s?', 'sonntags?'],
    shortDays: ['mo', 'di', 'mi', 'do', 'fr', 'sa', 'so'],
    months: 'januar februar märz april mai juni juli august september oktober november dezember',
    shortMonths: 'jan feb mrz apr mai jun jul aug sept? okt nov dez',
    weekend: 'wochenenden?',
    workdays: 'werktags?|wochentags?',
    everyDay: 'täglich|jeden tag|7 tage (?:die|in der|pro) woche',
    to: 'bis',
    until: 'bis',
    closed: 'geschlossen|ruhetag',
  },
  units: {
    minutes: 'minuten?|min|minütig(?:e[mnrs]?)?',
    hours: 'stunden?|std|stündig(?:e[mnrs]?)?',
    days: '(?:werk|arbeits)?tage?n?|nächte?n?|tägig(?:e[mnrs]?)?',
    weeks: 'wochen?|wöchig(?:e[mnrs]?)?',
    months: 'monate?n?|monatig(?:e[mnrs]?)?',
    years: 'jahre?n?|jährig(?:e[mnrs]?)?',
  },
  money: { eur: 'euros?', gbp: 'pfund', usd: 'dollars?', chf: 'franken|stutz|fr\\.', cents: 'cents?|rappen|rp' },
  spokenTimes: { 'halb #': '-#:30', 'viertel nach #': '#:15', 'viertel vor #': '-#:45', 'dreiviertel #': '-#:45' },
  otherWords: {
    '(?:eine )?halbe stunde': '30 minuten',
    'anderthalb|eineinhalb': '1.5',
    '(?:ein)?hundert': '100',
    mittags: '12:00',
    mitternacht: '0:00',
    'rund um die uhr|24 stunden am tag': '24/7',
  },
  numbers: {
    small:
      'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
    tens: 'zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig',
    join: (tens, small) => [`${small.replace(/^eins$/, 'ein')}und${tens}`],
  },
  abbreviations:
    'ca bzw bspw evtl ggf inkl exkl zzgl max min nr tel str usw st z.b d.h u.a o.ä std jan feb apr aug sept okt nov dez mo di mi do fr sa so',
  phrases: {
    fromPage: (title) => `Von unserer Seite **${title}**:`,
    about: (title) => `Zu **${title}**:`,
    unavailable: 'Der Assistent ist gerade nicht verfügbar.',
    fromWebsite: 'Das steht auf unserer Website:',
    foundNothing: 'Dazu habe ich in unseren Informationen nichts gefunden, und raten möchte ich nicht.',
    unconfirmed: '(Dafür habe ich keinen Beleg gefunden.)',
    leaveDetails: 'Wenn Sie uns Ihre Kontaktdaten hinterlassen, meldet sich jemand aus dem Team bei Ihnen.',
    hello: 'Guten Tag! Was möchten Sie wissen?',
    howAreYou: 'Danke, hier ist alles in Ordnung. Was möchten Sie wissen?',
    thanks: 'Gern geschehen! Kann ich sonst noch etwas nachsehen?',
    bye: 'Auf Wiedersehen und danke für Ihren Besuch!',
    whoAmI: (name, business) =>
      `Ich bin ${name}, der automatische Assistent von ${business}. Fragen Sie mich etwas, und ich sehe in unseren Informationen nach.`,
    goOn: 'In Ordnung. Was möchten Sie wissen?',
    noAnswer: 'Darauf kam keine Antwort. Sie können es mit anderen Worten fragen.',
    gotForm: 'Danke, wir haben Ihre Angaben erhalten.',
    budgetUsed: (time) => `Der Assistent hat für heute getan, was er kann, und ist um ${time} wieder da.`,
    reachUs: 'So erreichen Sie uns:',
    callback: {
      title: 'Wir melden uns bei Ihnen',
      name: 'Name',
      phone: 'Telefon',
      email: 'E-Mail',
      message: 'Worum geht es?',
      submit: 'Anfrage senden',
    },
    detailsTitle: 'Ihre Kontaktdaten',
    send: 'Senden',
    trouble: 'Der Assistent kann gerade nicht antworten. Bitte versuchen Sie es in Kürze noch einmal.',
    busy: 'Gerade werden viele Besucher bedient. Bitte versuchen Sie es in Kürze noch einmal.',
  },
  suggestions: {
    about: (title) => `Was sollte ich über „${title}“ wissen?`,
    general: ['Was bieten Sie an?', 'Wann haben Sie geöffnet?', 'Was kostet es?', 'Wie erreiche ich Sie?'],
    links: 'Auf unserer Website',
    call: 'Anrufen',
    write: 'E-Mail schreiben',
  },
  button: { notLoaded: 'Der Chat konnte nicht geladen werden. Bitte noch einmal versuchen.', open: 'Chat öffnen' },
  handover: {
    asked:
      'Ich habe das Team gefragt; sobald jemand kann, kommt er oder sie hierher. Falls niemand kann, sage ich es Ihnen hier.',
    nobodyHere: 'Zurzeit ist niemand verfügbar.',
    nobodyCame: 'Leider war niemand rechtzeitig verfügbar.',
    leaveNumber: 'Hinterlassen Sie Ihre Telefonnummer oder E-Mail-Adresse, wir melden uns bei Ihnen.',
    callbackKept: 'Vielen Dank. Wir haben Ihre Anfrage erhalten und melden uns bei Ihnen.',
    fileKept:
      'Vielen Dank. Ich habe die Datei für das Team abgelegt, kann sie aber selbst nicht ansehen. Worum geht es?',
    emailKept: (email) => `Vielen Dank. Wir antworten Ihnen an ${email}.`,
    leftQueue: 'Die Anfrage an das Team wurde zurückgezogen. Ab hier antwortet der Assistent.',
    closedByVisitor: 'Der Chat wurde vom Besucher beendet. Schreiben Sie gern jederzeit wieder.',
    team: 'Unser Team',
    joined: (name) => `${name ?? 'Jemand aus dem Team'} ist jetzt im Chat.`,
    closed: 'Der Chat wurde geschlossen. Schreiben Sie gern jederzeit wieder.',
    closedIdle:
      'Der Chat wurde geschlossen, weil eine Weile niemand geschrieben hat. Schreiben Sie gern jederzeit wieder.',
    handedBack: (botName) => `Ab hier antwortet wieder ${botName}, der automatische Assistent.`,
  },
  summary: {
    asked: (question) => `Der Besucher fragte: „${question}“`,
    left: (details) => `Kontakt: ${details}.`,
    outcomes: {
      answered: 'Er bekam eine Antwort.',
      booked: 'Ein Termin wurde gebucht.',
      lead_captured: 'Er hinterließ seine Kontaktdaten.',
      callback_requested: 'Er bat um einen Rückruf.',
      unanswered: 'Seine Frage blieb offen.',
      abandoned: 'Der Besucher schrieb nichts.',
      pending: 'Er wollte mit einem Menschen sprechen, und noch hat niemand geantwortet.',
    },
    callBack: (who) => (who ? `Zurückrufen: ${who}` : 'Den Besucher zurückrufen.'),
    answer: (question) => `Beantworten: „${question}“`,
    reply: 'Dem Besucher antworten.',
  },
  transcript: {
    title: (business) => `Chat mit ${business}`,
    times: (zone) => `Die Zeiten sind die von ${zone}.`,
    earlier: 'Frühere Nachrichten fehlen hier.',
    visitor: 'Sie',
    team: 'Unser Team',
  },
  details: {
    title: 'Angaben zum Unternehmen',
    about: 'Über uns',
    phones: 'Telefonnummer',
    emails: 'E-Mail-Adresse',
    address: 'Adresse',
    hours: 'Öffnungszeiten',
    areas: 'Wo wir arbeiten',
    services: 'Leistungen',
    links: 'Links',
    booking: 'Termin buchen',
    prices: 'Preise',
    closed: 'geschlossen',
    days: 'Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag',
  },
  telegram: {
    waiting: '🟠 Wartet auf einen Menschen',
    taken: (name) => `🟢 Zugewiesen an ${name}`,
    bot: '🤖 Zugewiesen an den Assistenten',
    handedBack: '🤖 An den Assistenten zurückgegeben',
    gone: '🗑 Dieses Gespräch wurde gelöscht.',
    missed: '⚪ Verpasst: Niemand hat diesen Chat rechtzeitig übernommen. Der Assistent antwortet wieder.',
    closed: '⚫ Geschlossen',
    asked: 'Der Besucher schrieb:',
    page: 'Seite:',
    contact: 'Kontakt:',
    howTo:
      'Nachrichten in diesem Thema gehen an den Besucher. /close schließt den Chat, /bot gibt ihn an den Assistenten zurück.',
    howToFlat:
      'Antworten Sie auf eine Nachricht des Besuchers, um ihm zu schreiben. /close als Antwort schließt den Chat, /bot gibt ihn an den Assistenten zurück.',
    visitor: (tag) => `Besucher ${tag}`,
    assistant: 'Assistent',
    take: 'Übernehmen',
    close: 'Schließen',
    back: 'Zurückgeben',
    done: { take: 'Ihnen zugewiesen.', close: 'Geschlossen.', bot: 'An den Assistenten zurückgegeben.' },
    onlyText: 'Nicht gesendet: Nur Text kann gesendet werden.',
    edits: 'Der Besucher sieht weiter die erste Fassung: Änderungen werden nicht gesendet.',
    anonymous: 'Nicht gesendet: Schreiben Sie unter Ihrem Namen, nicht als anonymer Admin.',
    whom: 'Nicht gesendet: Antworten Sie auf eine Nachricht eines Besuchers.',
    unknownCommand: (name) => `Nicht gesendet: Den Befehl /${name} gibt es nicht.`,
    stale: 'Dieser Knopf gehört nicht zu diesem Chat.',
    tooLong: 'Nicht gesendet: höchstens 4000 Zeichen.',
    trouble: 'Nicht gesendet: Etwas ist schiefgegangen. Bitte versuchen Sie es noch einmal.',
    linked: (site) => `✅ Verbunden. Wer auf ${site} nach einem Menschen fragt, erscheint hier.`,
    noTopics:
      'Dieser Chat hat keine Themen; Besucher sind an den Antworten zu unterscheiden. Eine Gruppe mit Themen ist übersichtlicher.',
    mayNotManage: 'Der Bot darf hier keine Themen verwalten. Machen Sie ihn zum Admin mit diesem Recht.',
    alreadyLinked: 'Dieser Chat ist schon verbunden.',
    wrongCode: 'Das ist nicht der Code. Er steht in den Einstellungen für Live-Chat.',
    tooManyCodes: 'Zu viele falsche Codes. Versuchen Sie es in einer Stunde wieder.',
    test: (site) => `✅ Ein Test aus den Einstellungen von ${site}: Dieser Chat ist erreichbar.`,
  },
  smallTalk: {
    core: {
      thanks: 'danke dankeschön dankesehr vielen merci dank thx thanks',
      bye: 'tschüss tschüssi tschö tschau ciao bye wiedersehen ade mfg',
      hello: 'hallo hallöchen na hi hey moin servus grüß grüss gruezi grüezi tach tag morgen abend guten',
      goOn: 'ok okay okey oki ja jo jep jup nein nee nö gut klar alles passt genau verstanden super prima perfekt toll klasse genial nice cool',
    },
    rest: 'schön schönen sehr für die ihre deine hilfe und auf herzlichen besten lieben tausend gott zusammen ihnen du dir euch noch einen dann mal bis das hilft mir bitte schnelle antwort info infos auskunft rückmeldung so ganz wirklich',
    said: {
      howAreYou:
        'wie geht es ihnen|wie geht es dir|wie gehts|wie gehts dir|wie geht es|wie geht es euch|wie läufts|geht es dir gut|geht es ihnen gut',
      whoAmI:
        'wer bist du|wer sind sie|was bist du|was sind sie|bist du ein roboter|sind sie ein roboter|bist du ein bot|bist du ein mensch|sind sie ein mensch|was kannst du|was können sie|wie heißt du|wie heißen sie|bist du eine ki|bist du echt|bist du chatgpt|bist du eine maschine|bist du ein echter mensch|sind sie eine ki|sind sie ein bot|ist das eine ki|ist das ein bot|mit wem spreche ich|mit wem schreibe ich|mit wem rede ich|wer ist da|wer * hier|wobei kannst du helfen|wobei kannst du mir helfen|wie kannst du mir helfen|was kann ich dich fragen|was kann ich fragen|was machst du|bist du * intelligenz',
      bye: 'bis bald|bis später|bis dann|bis morgen|bis nachher|bis gleich|bis nächste woche|auf wiedersehen|schönen *|einen * tag|einen * abend|schönes wochenende|ein * wochenende|gute nacht|machs gut|viele grüße|liebe grüße|beste grüße|mit freundlichen grüßen|das war alles|das wars|das ist alles|keine weiteren fragen|mehr nicht|sonst nichts',
      thanks:
        'das hat geholfen|hat geholfen|das hat mir geholfen|das hat mir sehr geholfen|das hat mir weitergeholfen|das war hilfreich|sehr hilfreich|war sehr hilfreich',
      goOn: 'klingt gut|hört sich gut an|verstehe|ich verstehe|habs verstanden|habe verstanden|ist gut|kein problem|passt so|gut zu wissen|na gut|in ordnung|geht klar|macht nichts|keine ahnung',
    },
  },
  asksNothing: [
    /\b(arschl\p{L}*|scheiß\p{L}*|scheiss\p{L}*|idiot(en)?|blöd\p{L}*|dumm(kopf|köpfe|er|es)?|wichser|hurensohn|fick\p{L}*|betrüger|verarsch\p{L}*)\b/iu,
    /\b(ignorier\p{L}*|vergiss|vergessen sie)\b.{0,40}\b(anweisung\p{L}*|regeln|vorherige\p{L}*|bisherige\p{L}*)\b|\bdu bist jetzt\b|\btu so, als\b|\bsystemprompt\b/iu,
  ],
  introduces: 'ich (?:bin|heiße)|mein name ist',
  trials: 'egal|vergiss es',
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
