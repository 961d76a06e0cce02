/** What a message may be that has words of its own and yet asks nothing about the business; in English, German, French, Spanish. */
const patterns = {
  wantsPerson: [
    /\b(speak|talk|chat|connect|connected|transfer|forward|put me through|get me|give me|need|want)\b.{0,30}\b(humans?|persons?|people|somebody|someone|agents?|representative|operator|real|advisor|team|staff)\b/iu,
    /\b(human|person|agent|operator),? please\b|\bcall me\b|\bring me\b|\bcall ?back\b/iu,
    /\bmit\b.{0,30}\b(mensch(en)?|person|mitarbeiter(in)?|jemand(em|en)?|berater(in)?|kolleg\p{L}*)\b.{0,20}\b(sprechen|reden|chatten|schreiben|verbinden)\b|\b(verbinden|rufen) sie mich\b|\brückruf\b|\bruft mich\b/iu,
    /\bparler\b.{0,30}\b(humain|personne|quelqu|conseill|agent|équipe)|\brappel(ez|er)[- ]?moi\b/iu,
    /\bhablar\b.{0,30}\b(humano|persona|alguien|agente|asesor|equipo)|\bll[aá]m(en|e)me\b/iu,
  ],
  insults: [
    /\b(fuck\w*|shit\w*|bullshit|idiots?|stupid|moron\w*|assholes?|bastards?|bitch\w*|dumb|useless|cunt\w*|wank\w*|thie(f|ves)|scam\w*|what the hell|go to hell|screw you)\b/iu,
    /\b(arschl\p{L}*|scheiß\p{L}*|scheiss\p{L}*|idiot(en)?|blöd\p{L}*|dumm(kopf|köpfe|er|es)?|wichser|hurensohn|fick\p{L}*|betrüger|verarsch\p{L}*)\b/iu,
    /\b(merde|connards?|connasse|putain|salop\p{L}*|imb[eé]ciles?|abruti\p{L}*|nique|escrocs?)\b/iu,
    /\b(mierda|puta|puto|gilipollas|cabr[oó]n\p{L}*|imb[eé]cil\p{L}*|estafador\p{L}*|joder)\b/iu,
  ],
  orders: [
    /\b(ignore|disregard|forget|override|bypass)\b.{0,40}\b(instructions?|prompts?|rules|above|previous|training)\b/iu,
    /\b(system|initial|hidden|original) ?prompts?\b|\b(your|the|these) (instructions|guidelines|prompts?)\b|\bapi[- ]?keys?\b|\badmin(istrator)?( key| password)?\b.{0,20}\b(key|password|token)\b/iu,
    /\byou are now\b|\b(pretend|act|behave) (to be|as|like)\b|\b(developer|god|debug) mode\b|\bjailbreak\b|\brepeat (everything|all|the words)\b|\{\{|<\/?[a-z]+[^>]*>/iu,
    /^(please |can you |could you )?(write|translate|summari[sz]e|generate|compose|calculate|solve|tell) (me |us )?(an? |the |this |some )?(\w+ )?(poem|story|joke|essay|code|function|script|song|text|program|email)\b/iu,
    /\b(ignorier\p{L}*|vergiss|vergessen sie)\b.{0,40}\b(anweisung\p{L}*|regeln|vorherige\p{L}*|bisherige\p{L}*)\b|\bdu bist jetzt\b|\btu so, als\b|\bsystemprompt\b/iu,
    /\b(ignore[zr]?|oublie[zr]?)\b.{0,40}\b(instructions?|consignes?|règles)\b|\btu es maintenant\b/iu,
    /\b(ignora|olvida)\b.{0,40}\b(instrucciones|reglas)\b|\bahora eres\b/iu,
  ],
  details: [
    /^(my name is|i am|i'm|this is|ich (bin|heiße)|mein name ist|je (suis|m'appelle)|me llamo|soy)( [\p{L}'’-]+){1,3}[.!]?$/iu,
    /^\S+@\S+\.\S+$|^[+\d][\d ()./-]{4,}$/iu,
  ],
  trials: [
    /^((just )?(a )?test(ing|s|e)?|prueba|essai|asdf\S*|qwert\S*|bla|haha\S*|lol|hm+|never ?mind|egal|vergiss es|nada|rien)([ .!]+(test(ing)?|ok(ay)?|bla|haha|lol))*[ .!]*$/iu,
  ],
}

const all = Object.values(patterns).flat()

const longest = 1000

/**
 * Whether a message is no question about the business, whatever the knowledge says of its words: a wish for a person, an
 * insult, an order to the assistant, details of the visitor, a trial. Small talk is read elsewhere.
 */
export function asksNothing(text: string): boolean {
  const plain = text.slice(0, longest).replace(/\s+/g, ' ').trim()
  return all.some((pattern) => pattern.test(plain)) || !/\p{L}/u.test(plain)
}
