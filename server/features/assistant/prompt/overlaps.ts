import type { Settings } from '../../../../shared/settings.ts'

/** Words that a line about a setting holds, one of each list; in English and German. */
const topics: RegExp[][] = [
  // behaviour.tone
  [
    /\b(be|you are|you['’]re|sound|stay|tone|voice|manner|style|sei|du bist|klinge|bleibe?|ton|tonfall|stil|sprich)\b/i,
    /\b(friendly|warm|professional|formal|informal|playful|cheerful|polite|courteous|casual|humou?r|freundlich|höflich|förmlich|formell|locker|sachlich|professionell|verspielt|siezen?|duzen?)(?![\p{L}\p{N}])/iu,
  ],
  // behaviour.length
  [
    /\b(answers?|repl(y|ies)|responses?|messages?|sentences?|words|write|keep|be|antworte?n?|sätzen?|schreibe?|fasse)\b/i,
    /\b(short|brief|briefly|concise|succinct|lengthy|detailed|at length|(one|two|three|four|five|\d+) (sentences?|words|paragraphs?)|kurz|knapp|ausführlich|(ein|zwei|drei|vier|fünf|\d+) (sätzen?|wörtern?|absätzen?))(?![\p{L}\p{N}])/iu,
  ],
  // behaviour.prices
  [
    /\b(prices?|pricing|costs?|fees?|amounts? of money|quotes?|preise?n?|kosten|beträge?)\b/i,
    /\b(never|do not|don['’]t|always|range|name|mention|share|quote|give|tell|discuss|talk|nie|niemals|immer|spanne|nenne?n?|verrate?n?)\b/i,
  ],
  // behaviour.goal
  [
    /\b(ask|collect|get|capture|obtain|invite|offer|suggest|propose|encourage|goal|aim|frage?|bitte|biete|sammle|ziel)\b/i,
    /\b(e-?mail( address)?|contact details|phone number|name and|call(ed)? back|callbacks?|appointments?|leads?|kontaktdaten|telefonnummer|rückruf|termine?|e-?mail-?adresse)\b/i,
  ],
  // assistant.locale
  [
    /\b(answer|reply|respond|speak|write|talk|language|antworte|sprich|schreibe?|sprache)\b/i,
    /\b(language|english|german|french|spanish|italian|dutch|portuguese|polish|deutsch|englisch|französisch|spanisch|sprache)\b/i,
  ],
]

/** As many as help. */
const most = 50

/**
 * The lines of a prompt that say what a setting says: tone, length, prices, goal, language, and the names of business and
 * assistant. It looks for words, so a line may be named that means something else.
 */
export function linesThatRepeat(text: string, settings: Settings, siteName: string): string[] {
  const names = [settings.botName, settings.businessName || siteName]
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => repeats(line, names)).slice(0, most)
}

const introduces = /\b(you are|you['’]re|your name is|you work for|act as|du bist|sie sind|du heißt|dein name ist)\b/i

function repeats(line: string, names: string[]): boolean {
  const lower = line.toLowerCase()
  const isIntroduction =
    introduces.test(line) && names.some((name) => name !== '' && lower.includes(name.toLowerCase()))
  return isIntroduction || topics.some((words) => words.every((word) => word.test(line)))
}
