import { type ClaimReader, inTurn, takeOut } from './claim.ts'

const english =
  'street|st|road|rd|avenue|ave|lane|ln|drive|way|square|place|court|close|crescent|terrace|gardens|hill|parade|walk|row|quay|wharf|boulevard|blvd|highway|parkway|mews|green|gate'
const house = String.raw`(?<![\p{L}\d.,€£$])\d{1,4}[a-zA-Z]?(?:\s?[-–/]\s?\d{1,4}[a-zA-Z]?)?`

// `14 Ropewalk`, `221b Baker Street`: a number, then names with capitals that end as streets do.
const british = new RegExp(
  String.raw`${house},?\s(?:\p{Lu}[\p{L}'’-]{0,30}\s){0,3}\p{Lu}[\p{L}'’-]{0,30}(?<=(?:^|\s|\p{L})(?:${english}|${english
    .split('|')
    .map((one) => one.charAt(0).toUpperCase() + one.slice(1))
    .join('|')}))(?![\p{L}])`,
  'gu',
)
// `Hauptstraße 5`, `Unter den Linden 12` is not told from other words.
const german =
  /\p{Lu}[\p{L}-]{0,40}(?:straße|strasse|str\.|[Ww]eg|[Pp]latz|[Aa]llee|[Gg]asse|[Rr]ing|[Dd]amm|[Uu]fer|[Mm]arkt|[Hh]of|[Ss]teig)\s\d{1,4}\s?[a-zA-Z]?(?![\p{L}\d:.]|\s?(?:€|Euro|Uhr|%))/gu
const french = new RegExp(
  String.raw`${house}(?:\s(?:bis|ter))?,?\s(?:rue|avenue|boulevard|place|quai|chemin|impasse|allée|route|cours)\s(?:\p{L}{1,30}(?:['’]|\s)){0,4}\p{Lu}[\p{L}-]{0,40}`,
  'giu',
)
const postcode = /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/g
const usual: [RegExp, string][] = [
  [/stra(?:ß|ss)e|str\b\.?/g, 'str'],
  [/\bstreet\b|\bst\b/g, 'st'],
  [/\broad\b|\brd\b/g, 'rd'],
  [/\bavenue\b|\bave\b/g, 'ave'],
  [/\blane\b|\bln\b/g, 'ln'],
]

/** A text as addresses in it are compared. */
export const comparable = (text: string): string =>
  usual
    .reduce((plain, [pattern, short]) => plain.replace(pattern, short), text.toLowerCase())
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** Streets with a number, and British postcodes; those of digits alone are read with the telephone numbers. */
export const readPlaces: ClaimReader = inTurn(
  ...[british, german, french, postcode].map(
    (pattern): ClaimReader =>
      (text) =>
        takeOut(text, pattern, ([given]) => [{ kind: 'address', means: [`place:${comparable(given)}`] }]),
  ),
)
