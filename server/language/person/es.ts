import { any, before, gap, pattern, type Wishes } from './pattern.ts'

const real = '(?:(?:verdader[oa]s?|autentic[oa]s?|otr[oa]s?|simple) )'
const article =
  '(?:(?:un|una|uno|el|la|los|las|lo|su|sus|tu|tus|vuestr[oa]s?|algun|algun[oa]s?|ningun|ninguna|otr[oa]|de|del|a|al) )*'
const agents =
  'agentes?|asesor(?:a|es)?|operador(?:a|es)?|representantes?|ejecutiv[oa]s?|encargad[oa]s?|responsables?|supervisor(?:a|es)?|(?:atencion|servicio) al cliente|soporte tecnico'
const humans = `ser(?:es)? humanos?|human[oa]s?|(?:personas?|alguien|gente|emplead[oa]s?|${agents}) (?:real|reales|human[oa]s?|fisicas?|normal|de verdad|de carne y hueso)|(?:ayuda|atencion|asistencia) humana|(?:soporte|chat) en vivo`
const anyone = 'alguien|alguno|alguna|personas?'
const staff =
  'nadie|soporte|personal|chic[oa]s?|senoras?|emplead[oa]s?|gerentes?|jef[ea]|tecnic[oa]s?|mecanic[oa]s?|equipo|ventas|comercial|vendedor(?:a|es)?|companer[oa]s?|especialistas?|trabajador(?:a|es)?|due(?:n|ñ)[oa]|monitor(?:a)?'
const bot =
  '(?:(?:un|una|el|la|los|las|este|esta|estos|a|al|con|de|mas|tu|su|sus|otro) )*(?:bots?|robots?|maquinas?|ia|chat ?-?bots?|ordenador(?:es)?|computadoras?|programas?|(?:respuestas?|sistemas?) automatic[ao]s?)'

/** One of these persons, with an article or the like. */
const a = (persons: string) => `\\b${article}${real}*${any(persons)}(?![\\w-])`
const everybody = `${humans}|${agents}|${anyone}|${staff}`
const members = `${humans}|soporte|${agents}|emplead[oa]s?|companer[oa]s?`
const ofYours =
  '(?:de|del) (?:su|sus|tu|vuestro|verdad|carne|ustedes|vosotros|la (?:empresa|tienda)|equipo|soporte|servicio|ventas|recepcion|atencion|forma|inmediato|mi)\\b'
const after = before(
  `por favor|porfa|porfavor|ya|ahora|aqui|ahi|gracias|y|o|pero|no|sobre|acerca|en (?:linea|persona|espanol|ingles|vez|lugar)|por (?:telefono|chat)|para (?:hablar|que me|ayudarme|esto|eso)|que (?:me|pueda|puedan|sepa|entienda|no sea)|con (?:quien|el que|la que)|a (?:quien|la que|el que)|porque|es|urgente|disponible|cuanto antes|directamente|hoy|mi|me|${ofYours}`,
)
/** Persons of something else than the business: `encargado del edificio`. */
const notOf = `(?:(?<=alguien)|(?! (?!${ofYours})(?:de|del|desconocid[oa]s?|durante|despues|mientras|por (?!favor|telefono|chat|un|mi|eso|esto))\\b))`

const want =
  '\\b(?:quiero|quisiera|kiero|qiero|necesito|nesesito|deseo|prefiero|preferiria|exijo|solicito|busco|me gustaria|puedo (?:tener|obtener))(?: (?:tener|ver|solo|mejor|ya))?'
/** What makes of any mention of a human one of a wish. */
const longing =
  '\\b(?:quiero|quisiera|necesito|nesesito|prefiero|preferiria|me gustaria|me sentiria|deseo|exijo|he pedido|pedi|tendria)\\b'
const talk = any(
  'hablo|hablar|hable|hablarle|ablar|chatear|conversar|comunicar(?:me|nos)?|contactar(?:me)?|charlar|platicar|dialogar|ponerme en contacto|conectar(?:me)?|escribir(?:me)?|tratar|comentarlo|quejarme|chat|en contacto|contacto',
)
const fillers = '(?:(?:hola|buenas|no|ok|vale|pero|y|basta|ya|mejor|entonces|solo|por favor)[ ,]+)*'
/** Where a sentence that asks for nothing else begins, and where any part of one does. */
const start = `^${fillers}`
const begin = `(?:^|, ?)${fillers}`
const end = '(?:,? (?:por favor|plis|plz|porfa|porfavor|ya|ahora|gracias|aqui|ahi|urgente))*(?:$|,)'
const hereNow =
  '(?: (?:ahi|aqui|alli|libres?|que pueda$|disponibles?|en linea|conectad[oa]s?|real|trabajando|para (?:chatear|hablar)))*(?: (?:para|que) (?:ayudarme|atenderme|me (?:ayude|atienda)).*)?$'

/** How visitors ask for a person. */
export const spanish: Wishes = {
  asks: [
    pattern('\\b', talk, ' ', gap(15), '\\b(?:con|a|al) ', a(everybody), notOf),
    pattern(begin, '(?:hablar|contactar|chatear|pasarme|comunicarme) (?:con )?', a(everybody), end),
    pattern('\\bhabl(?:o|ar) con ', a(everybody), end),

    pattern(want, ' (?:(?:ayuda|asistencia|atencion|respuesta) )?', a(`${humans}|${agents}`), after),
    pattern(
      want,
      ' ',
      a(anyone),
      any(`(?: ${ofYours})|(?: (?:con|a) (?:quien|el que|la que))|(?: que me (?:atienda|ayude|responda|conteste))`),
    ),
    pattern(want, ' ', a(anyone), end, '(?! ?que )'),
    pattern(
      '\\b(?:como|donde) (?:consigo|llego|encuentro|contacto|accedo) (?:a |con )?',
      a(`${humans}|${agents}|personas?`),
      after,
    ),
    pattern(
      longing,
      gap(50),
      '\\b(?:un|una|con|por|algun) ',
      a(humans),
      any(`${after}|(?= (?:responda|lea|conteste|me|lo) ?)`),
    ),
    pattern(
      longing,
      gap(30),
      '\\b(?:preguntar(?:le)?|ayude|atienda|comentarlo)(?: algo)? ',
      '(?:con )?',
      a(`${members}|${anyone}`),
      after,
    ),
    pattern('\\b(?:esperando|esperar|espero|he pedido|pedi) ', a(`${humans}|${agents}`), after),
    pattern('\\bcon quien (?:puedo|podria) (?:hablar|chatear|quejarme)\\b'),
    pattern(
      '\\b(?:dame|deme|denme|me (?:da|das|dan)|consigu?[ea]n?me|traiga(?:me)?|trae(?:me)?|busqu?[ea]n?(?:me)?) ',
      a(`${members}|${anyone}|jef[ea]`),
      after,
    ),
    pattern('\\b(?:mandar|enviar) a alguien (?:a|al) (?:este )?chat\\b'),
    pattern('\\b(?:avis[ea]n?|dig[ao]n?le|dile|pidale) a ', a(`${members}|alguien`), '(?: de)? que\\b'),
    pattern(begin, '(?:con )?', a(`${humans}|${agents}|personas?`), end),
    pattern(begin, 'alguien(?: que me (?:ayude|atienda)| de [\\w ]{1,30}?)?,? (?:por favor|porfa|porfavor)', end),
    pattern(begin, '(?:(?:necesito|quisiera) )?ayuda de ', a(everybody), end),
    pattern(
      '\\b(?:puede|puedes|pueden|podria|podrias|podrian)n? (?:llamar|buscar|traer|avisar|pedir(?:le)?|preguntar(?:le)?) a ',
      a(`${members}|alguien`),
      '(?: que (?:venga|me (?:ayude|responda|conteste|llame|atienda)|entre).*)?',
      end,
    ),

    pattern(
      '\\b(?:pas[ea]me|pasenme|comuniquen?me|comunic[ae]me|conect[ea]me|transfi[ea]r[ea]me|transfierame|deriv[ea]me|ponganme|pongame|ponme)(?: en contacto)?(?: (?:con|a))?',
      any(` ${a(everybody)}|${end}`),
    ),
    pattern(begin, '(?:pone?|pongan?|manden?|traigan?) a ', a(humans), end),
    pattern(
      '\\bme (?:puede|pueden|puedes|podria|podrian|podeis) (?:comunicar|pasar|poner|conectar|transferir|derivar) (?:con|a|en contacto)\\b',
    ),
    pattern(
      '\\b(?:puede|pueden|puedes|podria|podrian|podeis) (?:comunicarme|pasarme|ponerme|conectarme|transferirme|derivarme)\\b',
    ),
    pattern('\\bme (?:comunicas?|pasas?|conectas?|transfieres?|pones?) con\\b'),
    pattern('\\bque me (?:transfier[ae]n?|pasen?|comuniquen?|conecten?|deriven?) (?:con|a)\\b'),
    pattern(
      '\\b(?:p[oa]sen?|pasar|elevar|escalar|transferir) (?:esto|(?:mi|esta|este|la|el) (?:queja|consulta|mensaje|pregunta|caso|problema|reclamacion)) a ',
      a(members),
    ),

    pattern('\\bno hay nadie', hereNow),
    pattern('\\bhay (?:disponible )?', a(`${humans}|${agents}|${anyone}|gente`), '(?: del?(?: la)? \\w+)?', hereNow),
    pattern('\\b(?:esta|estan) (?:disponibles? |conectad[oa]s? )?', a(`${members}|${anyone}`), hereNow),
    pattern('^(?:hola,? )?', a(`${humans}|${agents}|${anyone}`), '(?= )', hereNow),
    pattern(
      '\\b(?:hay|tienen?|tienes) ',
      a(everybody),
      `\\b${gap(12)}\\b(?:con|a) (?:quien(?:es)?|el que|la que|l[oa]s que|el cual|la cual)\\b`,
    ),
    pattern('\\b(?:tienen?|tienes) ', a('(?:soporte|chat|atencion) (?:en vivo|humana?)'), '$'),
    pattern('\\btrabajan? ', a(humans), hereNow),
    pattern('\\bresponden? ', a(`${humans}|personas?`), '(?: (?:aqui|ahi|esto))+$'),
    pattern('\\b(?:lee|leen|leer)(?: (?:esto|este chat|mi mensaje|aqui))* ', a(humans)),

    pattern('\\b(?:podria|puede|podrian|pueden) (?:atenderme|ayudarme|responderme|contestarme) ', a(everybody)),
    pattern(
      '\\balg(?:uien|un[oa])(?: de (?:ustedes|vosotros|\\w+ \\w+))? me (?:lo )?(?:puede|podria) (?:\\w+ )?(?:responder|atender|contestar)\\b',
    ),
    pattern('\\bme (?:atienda|ayude|conteste|responda) ', a(everybody)),
    pattern('\\bme (?:puede|podria|pueden|podrian) (?:atender|ayudar|responder|contestar|llamar) ', a(everybody)),
    pattern(
      '\\b(?:puede|podria|pueden) ',
      a(members),
      gap(12),
      '\\b(?:responder|mirar|revisar|leer|ver) (?:mi|esto|lo mio)\\b',
    ),
    pattern('\\b(?:me )?van? a (?:responder|contestar|atender)(?:me)? alguien\\b'),
    pattern('\\bque alguien de (?:soporte|su|tu|vuestro|l[ao]s?)\\b'),

    pattern(
      '\\b(?:no|harto|cansad[oa]|niego|en (?:vez|lugar) de)\\b',
      gap(20),
      '\\b(?:hablar|chatear|hablando|hablo|escribir|tratar) (?:mas )?',
      bot,
      '\\b',
    ),
    pattern('\\bno (?:quiero|deseo|quisiera|me gustan?) ', bot, after),
    pattern('\\bdemasiad[oa] \\w+ para ', bot, end),
    pattern(start, '(?:no mas|basta|sin|nada|ningun|hart[oa]|no) ', bot, end),
    pattern(longing, ' no (?:usar|tener|utilizar) ', bot, after),
    pattern(begin, bot, ' no', end),
    pattern(
      any(`\\b(?:un|una|los|las|algun|a) human[oa]s?|${a(`${agents}|${anyone}`)}`),
      gap(12),
      '\\b(?:no|que|antes que|en (?:vez|lugar) de|a) ',
      bot,
      end,
    ),

    pattern('\\bllam(?:e|en|a|ad)me\\b(?! (?:un|una|a un) )'),
    pattern('\\bme (?:puede|pueden|podrian?) dar un (?:telefonazo|toque)\\b'),
    pattern('\\b(?:ponganse|pongase|ponte|poneos) en contacto conmigo\\b'),
    pattern(
      '\\b(?:puede|pueden|puedes|podria|podrian|podeis|alguien)\\b',
      gap(24),
      '\\b(?:llamarme|contactarme|telefonearme|devolverme la llamada)\\b(?! (?:un|una) (?:taxi|ambulancia|grua))',
    ),
    pattern('\\bque (?:alguien )?(?:me|nos) (?:llamen?|contacten?|devuelvan? la llamada)\\b'),
    pattern('\\b(?:quiero|solicito|necesito|deseo|quisiera)\\b', gap(12), '\\b(?:una )?llamada$'),
  ],
  asksNot: [
    pattern(
      '^(?:hola,? )?(?:cuando|a que hora|cuant[oa]s?|que|cual(?:es)?|quien(?:es)?|hasta cuando|por que|desde cuando)\\b',
      '(?! me llam)(?!.*\\bquiero (?:hablar|que)\\b)',
    ),
    pattern('^(?:hola,? )?donde\\b', `(?! .*\\b${talk}\\b)`),
    pattern(
      '(?<!que |creo que |yo )\\b(?:tengo que|debo|hay que|es necesario|hace falta|debemos) .* (?:antes|primero)\\b',
    ),
    pattern(
      '^(?:(?:hola|y),? )?(?:debo|hay que|es necesario|hace falta|debemos)\\b(?! .*\\b(?:de|del) (?:soporte|su|vuestro|tu|equipo))',
    ),
    pattern('\\b(?:ya )?hable con\\b|\\b(?:eres|es usted|estoy hablando|es esto)\\b'),
    pattern(
      '\\bno (?:quiero|deseo|necesito|quisiera) (?:(?:hablar|chatear) con )?',
      a(`nadie|${humans}|${agents}|${anyone}`),
    ),
    pattern('me,? (?:cuando (?!pueda|puedas|puedan)|si|antes de|en cuanto (?!pueda))\\b'),
    pattern('\\bno (?:quiero|deseo|me gustaria) que (?:me|nos|alguien)\\b'),
    pattern(
      '\\b(?:el|la|su|tu) (?:\\w*bot|ia|programa|sistema|app) (?:puede|sabe|reemplaza)\\b(?!.*\\b(?:me|\\w+rme)\\b)',
    ),
    pattern('^mi \\w+ (?:quiere|necesita|tiene que)\\b'),
    pattern('\\bpor persona\\b'),
    pattern('\\b(?:medico|doctora?)\\b|\\b(?:aprender|curso)\\b'),
    pattern('\\b(?:durante|mientras) (?:el|la|los|las|mi|un|una)\\b|\\bpor (?:correo|fax|carta|e-?mail)\\b'),
  ],
}
