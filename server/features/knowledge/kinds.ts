/**
 * What a text shows without having a word for it. A question such as “how much” or “when” asks for one of these. They stand
 * among the lexemes; no lexeme of Postgres begins with `#`.
 */
const kinds = {
  '#price': /[€$£¥₹]\s?\d|\d\s?(?:[€$£¥₹]|(?:eur|euros?|usd|chf|gbp|kr|zł)(?![\p{L}\p{N}]))/iu,
  '#time': /(?<![\d.,:])(?:[01]?\d|2[0-4])(?:[:.h][0-5]\d(?!\d|\s?[€$£%])|\s?(?:[ap]\.?m\.?|uhr|h)(?![\p{L}\p{N}]))/iu,
  '#phone': /(?<![\d.])(?:\+\d{1,3}[\s()/.-]{0,2}|\(?0)\d[\d\s()/.-]{5,16}\d(?!\d)/,
  '#address':
    /\d{1,4}[a-z]?,? (?:(?:rue|avenue|boulevard|place|quai|chemin|allée) |\p{Lu}[\p{L}'’-]{1,30} (?:\p{Lu}[\p{L}'’-]{1,30} )?(?:Street|St|Road|Rd|Lane|Ln|Avenue|Ave|Row|Square|Sq|Drive|Dr|Way|Place|Court|Boulevard|Blvd|Terrace|Quay|Parade)(?!\p{L}))|(?:stra(?:ße|sse)|str\.|weg|platz|gasse|allee|ufer|ring|damm|straat|laan|plein|gracht) \d{1,4}(?!\d)|(?:Calle|Avenida|Plaza|Paseo|Via|Viale|Piazza|Corso) [\p{L} .'’-]{2,40},? \d{1,4}(?!\d)/u,
  '#email': /[^\s@]{1,64}@[^\s@.]{1,63}\.[^\s@]/,
}

/** The names of those that a text shows. */
export const kindsOf = (text: string): string[] =>
  Object.entries(kinds).flatMap(([name, pattern]) => (pattern.test(text) ? [name] : []))
