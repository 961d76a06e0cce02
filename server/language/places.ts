import { inTurn, type Reader, takeOut } from './found.ts'

const ends =
  '[Ss]treet|[Ss]t|[Rr]oad|[Rr]d|[Aa]venue|[Aa]ve|[Ll]ane|[Ll]n|[Dd]rive|[Ww]ay|[Ww]alk|[Ss]quare|[Pp]lace|[Cc]ourt|[Cc]lose|[Cc]rescent|[Tt]errace|[Gg]ardens|[Hh]ill|[Pp]arade|[Rr]ow|[Qq]uay|[Ww]harf|[Bb]oulevard|[Mm]ews|[Gg]reen|[Gg]ate'
const house = String.raw`(?<![\p{L}\d.,€£$])\d{1,4}[a-zA-Z]?(?:\s?[-–/]\s?\d{1,4}[a-zA-Z]?)?`
const name = String.raw`\p{Lu}[\p{L}'’-]{0,30}`

const streets = [
  // `14 Ropewalk`, `221b Baker Street`
  new RegExp(String.raw`${house},?\s(?:${name}\s){0,3}${name}(?<=(?:^|\s|\p{L})(?:${ends}))(?![\p{L}])`, 'gu'),
  // `Hauptstraße 5`
  /\p{Lu}[\p{L}-]{0,40}(?:straße|strasse|str\.|[Ww]eg|[Pp]latz|[Aa]llee|[Gg]asse|[Rr]ing|[Dd]amm|[Uu]fer|[Mm]arkt|[Hh]of|[Ss]teig)\s\d{1,4}\s?[a-zA-Z]?(?![\p{L}\d:.]|\s?(?:€|Euro|Uhr|%))/gu,
  new RegExp(
    String.raw`${house}(?:\s(?:bis|ter))?,?\s(?:rue|avenue|boulevard|place|quai|chemin|impasse|allée|route|cours)\s(?:\p{L}{1,30}(?:['’]|\s)){0,4}${name}`,
    'giu',
  ),
  /(?:Calle|Avenida|Plaza|Paseo|Via|Piazza)\s[\p{L} .'’-]{2,40},?\s\d{1,4}(?!\d)/gu,
  // A British postcode; others are read with the telephone numbers.
  /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b/g,
]
const shortened: [RegExp, string][] = [
  [/stra(?:ß|ss)e|str\b\.?/g, 'str'],
  [/\bstreet\b/g, 'st'],
  [/\broad\b/g, 'rd'],
  [/\bavenue\b/g, 'ave'],
  [/\blane\b/g, 'ln'],
]

/** Normalises a text for comparing addresses. */
export const comparable = (text: string): string =>
  shortened
    .reduce((plain, [pattern, short]) => plain.replace(pattern, short), text.toLowerCase())
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** Streets with a number, and British postcodes. */
export const readPlaces: Reader = inTurn(
  ...streets.map(
    (pattern): Reader =>
      (text) =>
        takeOut(text, pattern, ([given]) => [{ kind: 'address', meanings: [`place:${comparable(given)}`] }]),
  ),
)
