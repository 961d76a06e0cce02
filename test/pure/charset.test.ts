import { expect, test } from 'vitest'
import { decodeFile, decodePage } from '../../server/features/knowledge/reading/charset.ts'

const latin = 'text/html; charset=iso-8859-1'

test.each([
  ['UTF-8', [0xef, 0xbb, 0xbf, 0xc3, 0xa9]],
  ['UTF-16, the larger byte first', [0xfe, 0xff, 0x00, 0xe9]],
  ['UTF-16, the smaller byte first', [0xff, 0xfe, 0xe9, 0x00]],
])('the byte order mark of %s takes precedence over the server’s header', (_, bytes) => {
  expect(decodePage(Uint8Array.from(bytes), latin)).toBe('é')
})

test.each([[[0xef, 0xbb, 0x41]], [[0xef, 0x41, 0xbf]], [[0xfe, 0x41]], [[0xff, 0x41]]])(
  '%j has no byte order mark',
  (bytes) => {
    expect(decodePage(Uint8Array.from(bytes), latin)).toBe(String.fromCharCode(...bytes))
  },
)

/** In bytes of the charset, as other programs write them. */
const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))

test.each([
  ['windows-1251', 'Доставка по городу бесплатно.', 'c4eef1f2e0e2eae020efee20e3eef0eee4f320e1e5f1efebe0f2edee2e'],
  [
    'koi8-r',
    'Доставка по городу бесплатно. Мы работаем с девяти до шести.',
    'e4cfd3d4c1d7cbc120d0cf20c7cfd2cfc4d520c2c5d3d0ccc1d4cecf2e20edd920d2c1c2cfd4c1c5cd20d320c4c5d7d1d4c920c4cf20dbc5d3d4c92e',
  ],
  [
    'shift_jis',
    '営業時間は九時から十八時までです。',
    '89638bc68e9e8ad482cd8be38e9e82a982e78f5c94aa8e9e82dc82c582c582b78142',
  ],
  [
    'euc-jp',
    '営業時間は九時から十八時までです。',
    'b1c4b6c8bbfeb4d6a4cfb6e5bbfea4aba4e9bdbdc8acbbfea4dea4c7a4c7a4b9a1a3',
  ],
  [
    'gb18030',
    '营业时间为九点到十八点。市内送货免费。',
    'd3aad2b5cab1bce4ceaabec5b5e3b5bdcaaeb0cbb5e3a1a3cad0c4dacbcdbbf5c3e2b7d1a1a3',
  ],
  [
    'big5',
    '營業時間為九點到十八點。市內送貨免費。',
    'c0e7b77eaec9b6a1acb0a445c249a8eca451a44bc249a143a5aba4bab065b366a74bb64fa143',
  ],
  [
    'euc-kr',
    '영업시간은 아홉시부터 여섯시까지입니다.',
    'bfb5bef7bdc3b0a3c0ba20bec6c8a9bdc3bacec5cd20bfa9bcb8bdc3b1eec1f6c0d4b4cfb4d92e',
  ],
  [
    'windows-1250',
    'Doručení po městě zdarma. Otevřeno od devíti do šesti hodin, příští týden zavřeno.',
    '446f7275e8656eed20706f206dec7374ec207a6461726d612e204f746576f8656e6f206f6420646576ed746920646f209a6573746920686f64696e2c2070f8ed9a74ed2074fd64656e207a6176f8656e6f2e',
  ],
  [
    'iso-8859-2',
    'Łóżko kosztuje 500 złotych, dostawa jest bezpłatna.',
    'a3f3bf6b6f206b6f737a74756a6520353030207ab36f747963682c20646f7374617761206a6573742062657a70b361746e612e',
  ],
  [
    'windows-1253',
    'Η παράδοση στην πόλη είναι δωρεάν.',
    'c720f0e1f1dce4eff3e720f3f4e7ed20f0fcebe720e5dfede1e920e4f9f1e5dced2e',
  ],
  ['windows-1256', 'التوصيل داخل المدينة مجاني.', 'c7e1cae6d5ede120cfc7cee120c7e1e3cfede4c920e3ccc7e4ed2e'],
  [
    'windows-1255',
    'המשלוח בעיר הוא בחינם. אנו פתוחים מתשע עד שש.',
    'e4eef9ece5e720e1f2e9f820e4e5e020e1e7e9f0ed2e20e0f0e520f4fae5e7e9ed20eefaf9f220f2e320f9f92e',
  ],
  [
    'utf-16le',
    'Delivery is free in town.',
    '440065006c006900760065007200790020006900730020006600720065006500200069006e00200074006f0077006e002e00',
  ],
  [
    'utf-16be',
    'Delivery is free in town.',
    '00440065006c006900760065007200790020006900730020006600720065006500200069006e00200074006f0077006e002e',
  ],
  [
    'windows-1252',
    'Öffnungszeiten: täglich von 9 bis 18 Uhr – 5 €',
    'd666666e756e67737a656974656e3a2074e4676c69636820766f6e20392062697320313820556872209620352080',
  ],
])('a text in %s is read by its letters, where nothing declares it', (_, text, hex) => {
  expect(decodePage(bytesOf(hex), '')).toBe(text)
  expect(decodeFile(bytesOf(hex))).toBe(text)
})

/** In a charset whose letters beyond ASCII are these. */
const encoded = (text: string, codes: Record<string, number>) =>
  Uint8Array.from(text, (letter) => codes[letter] ?? letter.charCodeAt(0))
const dos = { ä: 0x84, ö: 0x94, ü: 0x81, ß: 0xe1, Ö: 0x99, Ü: 0x9a, é: 0x82, è: 0x8a, à: 0x85, ê: 0x88, ç: 0x87 }
const mac = { ä: 0x8a, ö: 0x9a, ü: 0x9f, ß: 0xa7, Ö: 0x85, Ü: 0x86, é: 0x8e, è: 0x8f, à: 0x88, ê: 0x90, ç: 0x8d }
/** Of a Russian alphabet from a to ya, the codes of both halves. */
const russian = (upper: number, lower: number, rest: number) =>
  Object.fromEntries(
    Array.from({ length: 32 }, (_, at) => [
      [String.fromCharCode(0x410 + at), upper + at],
      [String.fromCharCode(0x430 + at), at < 16 ? lower + at : rest + at - 16],
    ]).flat(),
  )
const german = 'Öffnungszeiten: täglich außer an Feiertagen, Frühstück für Gäste möglich.'
const french = 'Fermé le lundi. Le délai de réparation est à prévoir, ça dépend de la pièce.'

test.each([
  ['CP850 and CP437', german, dos],
  ['CP850 and CP437', french, dos],
  ['Mac Roman', german, mac],
  ['Mac Roman', french, mac],
  ['CP850 in capitals', 'WIR MÜSSEN VORHER PRÜFEN. ÖFFNUNG NACH MÖGLICHKEIT.', dos],
  ['Mac Roman in capitals', 'WIR MÜSSEN VORHER PRÜFEN. ÖFFNUNG NACH MÖGLICHKEIT.', mac],
  ['CP866', 'Доставка по городу бесплатно.', russian(0x80, 0xa0, 0xe0)],
  ['Mac Cyrillic', 'Доставка по городу бесплатно.', { ...russian(0x80, 0xe0, 0xf0), я: 0xdf }],
])('a text of an old computer in %s is read by its letters: %s', (_, text, codes) => {
  expect(decodeFile(encoded(text, codes))).toBe(text)
})

const wide = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le'))
const thai = (text: string) =>
  Uint8Array.from(text, (letter) => letter.charCodeAt(0) - (letter < '\x80' ? 0 : 0xe00 - 0xa0))

test.each([
  ['windows-874', 'จัดส่งฟรีในเมือง ปิดวันจันทร์', thai('จัดส่งฟรีในเมือง ปิดวันจันทร์')],
  [
    'windows-1257',
    'Dviratį sutaisome per dvi dienas, išskyrus šventes.',
    encoded('Dviratį sutaisome per dvi dienas, išskyrus šventes.', { į: 0xe1, š: 0xf0 }),
  ],
  [
    'windows-1250, in Polish with few letters',
    'Dostawa od poniedziałku do piątku, zwrot w ciągu tygodnia.',
    encoded('Dostawa od poniedziałku do piątku, zwrot w ciągu tygodnia.', { ł: 0xb3, ą: 0xb9 }),
  ],
  [
    'iso-8859-2, in Czech with few letters',
    'Naše výměna nebo vrácení peněz do pěti dnů.',
    encoded('Naše výměna nebo vrácení peněz do pěti dnů.', { š: 0xb9, ý: 0xfd, ě: 0xec, á: 0xe1, í: 0xed, ů: 0xf9 }),
  ],
  [
    'cp850, with a first capital',
    'Öffnungszeiten: Montag bis Freitag.',
    bytesOf(`99${Buffer.from('ffnungszeiten: Montag bis Freitag.').toString('hex')}`),
  ],
  ['iso-2022-jp', '営業時間 9-18', bytesOf('1b2442314436483b7e34561b284220392d3138')],
  ['UTF-16 without a mark, in Russian', 'Доставка по городу.', wide('Доставка по городу.')],
  [
    'UTF-16 without a mark, in Chinese',
    '营业时间为九点到十八点,节假日除外。\n市内送货免费。',
    wide('营业时间为九点到十八点,节假日除外。\n市内送货免费。'),
  ],
  [
    'UTF-16 without a mark, the larger byte first',
    'จัดส่งฟรีในเมือง',
    wide('จัดส่งฟรีในเมือง').map((_, at, all) => all[at ^ 1] ?? 0),
  ],
])('a text in %s is read: %s', (_, text, bytes) => expect(decodeFile(bytes)).toBe(text))

test.each([
  'Größe;Farbe\r\nM;grün\r\nL;weiß\r\n',
  'La spedizione è gratuita. Qual è il prezzo?',
  'twee à drie dagen. België en Nederland',
  'Ouvert de 9 à 18 heures',
  'VI LAGAR ALLA CYKLAR PÅ TVÅ DAGAR',
  'LA SPEDIZIONE È GRATUITA, IL CAFFÈ È INCLUSO',
  'En el año 2025 cerramos',
  'The café is open daily.',
  'Lamp;£15\r\nTent;£99\r\n',
  '100 § 5 BGB, 20 °C',
])('few letters do not make a text of Western Europe another one: %s', (text) => {
  expect(decodeFile(Uint8Array.from(Buffer.from(text, 'latin1')))).toBe(text)
})

test.each(['No. 5 – best', 'Preis: 5 €', '“quoted” – it’s here…', 'The Shop™ • open'])(
  'signs of print alone are those of Windows: %s',
  (text) => {
    const signs = { '€': 0x80, '…': 0x85, '’': 0x92, '“': 0x93, '”': 0x94, '•': 0x95, '–': 0x96, '™': 0x99 }
    expect(decodeFile(encoded(text, signs))).toBe(text)
  },
)

test('letters that first come after a long text in ASCII are read too', () => {
  const text = `${'The office is open every day of the week. '.repeat(5000)}Доставка по городу бесплатно.`
  expect(decodeFile(encoded(text, russian(0xc0, 0xe0, 0xf0)))).toBe(text)
})

test('a text that may be read in several ways is refused', () => {
  expect(() => decodeFile(encoded('fjorten dage. Nøglen afleveres', { ø: 0x9b }))).toThrow(
    expect.objectContaining({ reason: 'file_charset' }),
  )
})

test.each([
  ['UTF-32', [...'Open from nine to five.'].flatMap((letter) => [letter.charCodeAt(0), 0, 0, 0])],
  ['UTF-32 with its mark', [0xff, 0xfe, 0, 0, ...[...'Open'].flatMap((letter) => [letter.charCodeAt(0), 0, 0, 0])]],
])('a text in %s is refused instead of read letter by letter', (_, bytes) => {
  expect(() => decodeFile(Uint8Array.from(bytes))).toThrow(expect.objectContaining({ reason: 'file_charset' }))
})

test('a file that cannot be read for certain is refused with the reason', () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, at) => 0x80 + ((at * 89) % 128))
  expect(() => decodeFile(bytes)).toThrow(expect.objectContaining({ reason: 'file_charset' }))
  expect(decodePage(bytes, '').length).toBe(300)
})
