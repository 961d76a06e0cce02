import { any, before, gap, onlyWords, pattern, type Wishes } from './pattern.ts'

const real = '(?:(?:verdader[oa]s?|autentic[oa]s?|otr[oa]s?|simple) )'
const article =
  '(?:(?:un|una|uno|el|la|los|las|lo|su|sus|tu|tus|vuestr[oa]s?|algun|algun[oa]s?|ningun|ninguna|otr[oa]|de|del|a|al) )*'
const agents =
  'agentes?(?: de (?:atencion al cliente|soporte|ventas|servicio(?: al cliente)?))?|asesor(?:a|es)?|operador(?:a|es)?|representantes?|ejecutiv[oa]s?|encargad[oa]s?|responsables?|supervisor(?:a|es)?|(?:atencion|servicio) al cliente|soporte tecnico'
const humans = `ser(?:es)? humanos?|human[oa]s?(?: de verdad)?|(?:person(?:as?)?|alguien|nadie|gente|emplead[oa]s?|${agents}) (?:real|reales|human[oa]s?|fisicas?|normal|de verdad|de carne y hueso)|(?:ayuda|atencion|asistencia|contacto|respuesta|soporte|apoyo|trato) human[oa]|(?:soporte|chat) en vivo`
const anyone = 'alguien(?: mas)?|alguno|alguna|person(?:as?)?'
/** Departments and professions. */
const roles = 'tecnic[oa]s?|ingenier[oa]s?|recepcion(?:ista)?|administracion|contabilidad|facturacion|ventas|comercial'
const staff = `${roles}|(?:departamento|servicio) de \\w+|nadie|soporte|personal|chic[oa]s?|senoras?|emplead[oa]s?|oficina|mi (?:asesor|agente|ejecutiv|gestor)[oa]?|(?<=un[oa]? de (?:sus|tus) )\\w+|mecanic[oa]s?|equipo|vendedor(?:a|es)?|companer[oa]s?|especialistas?|trabajador(?:a|es)?|monitor(?:a)?`
/** Those who decide. */
const leaders =
  'gerentes?|chef|jef[ea]s?|duen[oa]s?|propietari[oa]|superior(?:es)?|director(?:a|es)?|gerencia|direccion|encargad[oa]s?|responsables?'
const bot =
  '(?:(?:un|una|el|la|los|las|este|esta|estos|a|al|con|del?|mas|tu|su|sus|otro) )*(?:bots?|robots?|maquinas?|ia|chat ?-?bots?|ordenador(?:es)?|computadoras?|programas?|(?:respuestas?|sistemas?) automatic[ao]s?)'

/** One of these persons, with an article or the like. */
const a = (persons: string) => `\\b${article}${real}*${any(persons)}(?![\\w-])`
const everybody = `${humans}|${agents}|${leaders}|${anyone}|${staff}`
const members = `${humans}|soporte|${agents}|${leaders}|emplead[oa]s?|companer[oa]s?`
const ofYours =
  '(?:de|del) (?:su|sus|tu|vuestro|verdad|carne|ustedes|vosotros|la (?:empresa|tienda)|equipo|soporte|servicio|ventas|recepcion|atencion|forma|inmediato|mi)\\b'
const after = before(
  `por favor|porfa|porfavor|ya|ahora|aqui|ahi|gracias|y|o|pero|no|sobre|acerca|en (?:linea|persona|espanol|ingles|vez|lugar)|por (?:telefono|chat)|para (?:hablar|que me|ayudarme|esto|eso)|que (?:me|pueda|puedan|sepa|entienda|no sea)|con (?:quien|el que|la que)|a (?:quien|la que|el que)|porque|es|urgente|disponible|cuanto antes|directamente|hoy|mi|me|al telefono|por \\w+ vez|${ofYours}`,
)
/** Persons of something else than the business: `encargado del edificio`. */
const notOf = `(?:(?<=alguien)|(?! (?!${ofYours})(?:de|del|desconocid[oa]s?|durante|despues|mientras|por (?!favor|telefono|chat|un|mi|eso|esto))\\b))`

const want =
  '\\b(?:quiero|quisiera|necesito|deseo|prefiero|preferiria|exijo|solicito|pido|busco|me gustaria|puedo (?:tener|obtener))(?: (?:tener|ver|solo|mejor|ya))?'
/** What makes of any mention of a human one of a wish. */
const longing =
  '\\b(?:quiero|quisiera|necesito|prefiero|preferiria|me gustaria|me sentiria|deseo|exijo|he pedido|pedi|tendria|seria)\\b'
const talk = any(
  'hablo|hablar|hablara|hablase|hable|hablarle|chatear|conversar|comunicar(?:me|nos)?|contactar(?:me)?|charlar|platicar|dialogar|ponerme en contacto|localizar|(?:ver|resolver|solucionar|arreglar|aclarar|discutir|comentar|tratar)(?:l[oa])?(?: (?:esto|eso|el tema|mi \\w+))?(?= con)|hablando|conectar(?:me)?|escribir(?:me)?|tratar|comentarlo|quejarme|chat|en contacto|contacto',
)
const fillers = '(?:(?:hola|buenas|no|ok|vale|pero|y|basta|ya|ahora|mejor|entonces|solo|por favor)[ ,]+)*'
/** Where a sentence that asks for nothing else begins, and where any part of one does. */
const start = `^${fillers}`
const begin = `(?:^|, ?)${fillers}`
const end =
  '(?:,? (?:por favor|plis|pls|plz|porfa|porfavor|ya|ahora|gracias|aqui|ahi|urgente|en (?:vivo|directo|linea)|al telefono|(?:a|en|al) (?:este )?chat))*(?:$|,)'
const hereNow =
  '(?: (?:ahi|aqui|alli|libres?|que pueda$|disponibles?|en linea|conectad[oa]s?|real|trabajando|en este chat|para (?:chatear|hablar)))*(?: (?:para|que) (?:ayudarme|atenderme|me (?:ayude|atienda)).*)?$'

/** How visitors ask for a person. */
export const spanish: Wishes = {
  asks: [
    pattern('\\b', talk, ' ', gap(15), '\\b(?:con|a|al) ', a(everybody), notOf),
    pattern('\\b', talk, ' (?:con|a) (?:el|ellas?|ellos|ustedes|vosotr[oa]s)', after),
    pattern('\\b', talk, ' (?:con|a) (?:(?:el|la|los|las) que|quien(?:es)?) (?!puedo|debo|podria)'),
    pattern(
      '\\b(?:podemos|podriamos|quiero|quisiera|prefiero|preferiria|me gustaria|puedo|se puede|podria)\\b',
      gap(12),
      '\\b(?:hablar(?:lo)?|tratar(?:lo)?|conversar(?:lo)?|resolver(?:lo)?|explicar(?:lo)?)(?: (?:esto|mi \\w+))?(?: un (?:momento|rato|minuto|poco))? por telefono',
      after,
    ),
    pattern(
      '\\b',
      talk,
      ' con \\w+ (?:de (?:recepcion|ventas|soporte|administracion|contabilidad|facturacion|atencion|(?:su|tu|vuestro) equipo|la (?:tienda|oficina))|del (?:equipo|taller|servicio|soporte))\\b',
    ),
    pattern('\\bpor telefono con ', a(everybody), after),
    pattern('\\b(?:hablemos|alguien .*(?:explic|ayud|respond|contest|atend|gui)\\w*) por telefono', end),
    pattern(
      '\\b(?:no (?:consigo|puedo|logro)|imposible) (?:hablar|contactar|comunicarme|localizar)(?: con| a)? ',
      a(everybody),
      end,
    ),
    pattern(begin, '(?:hablar|contactar|chatear|pasarme|comunicarme) (?:con )?', a(everybody), end),
    pattern('\\bhabl(?:o|ar) con ', a(everybody), end),

    pattern(
      want,
      ' (?:(?:ayuda|asistencia|atencion|respuesta) )?',
      any(`${a(`${humans}|${agents}`)}${after}|${a(humans)} con (?:mi|esto|eso|lo mio)\\b`),
    ),
    pattern('\\b(?:exijo|quiero|necesito|quisiera) ver (?:a|al) ', a(leaders), end),
    pattern(
      want,
      ' ',
      a(anyone),
      any(
        `(?: ${ofYours})|(?: (?:con|a) (?:quien|el que|la que))|(?: que (?:me|nos|lo|no sea|trabaje|pueda$|entienda|este capacitad[oa]|sepa (?:del?|sobre|lo|mas)|conozca|pueda (?:ayudar|resolver|responder|contestar|explicar)\\w*)\\b)`,
      ),
    ),
    pattern(want, ' ', a(anyone), '(?: al telefono| en linea)?', end, '(?! ?que )'),
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
    pattern(
      '\\b(?:a|con) quien (?:(?:puedo|podria|debo|deberia|tengo que) (?:hablar|chatear|quejarme|dirigirme|llamar|escribir|acudir|contactar|preguntar)|hablo|me dirijo|acudo|me quejo)\\b',
    ),
    pattern(
      '\\b(?:dame|deme|denme|me (?:da|das|dan)|consigu?[ea]n?me|traiga(?:me)?|trae(?:me)?|busca(?:me)?|busquen?(?:me)?) ',
      a(`${members}|${anyone}|jef[ea]`),
      after,
    ),
    pattern('\\b(?:mandar|enviar) a alguien (?:a|al) (?:este )?chat\\b'),
    pattern('\\b(?:avis[ea]n?|dig[ao]n?le|dile|pidale) a ', a(`${members}|alguien`), '(?: de)? que\\b'),
    pattern(begin, '(?:con )?', a(`${humans}|${agents}|personas?`), end),
    pattern(begin, a(leaders), end),
    pattern(begin, a(roles), ' (?:por favor|porfa|porfavor)', end),
    pattern(begin, 'alguien(?: que me (?:ayude|atienda)| de [\\w ]{1,30}?)?,? (?:por favor|porfa|porfavor)', end),
    pattern(begin, '(?:(?:necesito|quisiera) )?ayuda de ', a(everybody), end),
    pattern(
      begin,
      'alguien (?:de la tienda|del? (?:equipo|personal|ventas|soporte|servicio|atencion|administracion|recepcion))',
      end,
    ),
    pattern(begin, 'alguien (?:competente|capaz|real|responsable)', end),
    pattern(
      '\\bdonde (?:encuentro|hay|consigo) (?:a )?',
      a(`${members}|alguien`),
      ' que (?:me )?(?:responda|ayude|conteste|explique|pueda (?:ayudar|responder)\\w*)\\b',
    ),
    pattern(
      '\\balguien (?:me )?(?:puede|podria) (?:ayudar(?:me)?|atender(?:me)?) (?:personalmente|en persona|de verdad)\\b',
    ),
    pattern(
      '\\b(?:puede|puedes|pueden|podria|podrias|podrian)n? (?:llamar|buscar|traer|avisar|pedir(?:le)?|preguntar(?:le)?) a ',
      a(`${members}|alguien`),
      '(?: que (?:venga|me (?:ayude|responda|conteste|llame|atienda|escriba|contacte|avise)|entre).*)?',
      end,
    ),

    pattern(
      '\\b(?:pas[ea]me|mand[ea]me|envi[ae]me|redirij[ae]me|redirigeme|pasenme|comuniquen?me|comunic[ae]me|conect[ea]me|transfi[ea]r[ea]me|transfierame|deriv[ea]me|ponganme|pongame|ponme|dame con|deme con)(?: en contacto)?(?: (?:con|a))?',
      any(` ${a(everybody)}|${end}`),
    ),
    pattern(
      begin,
      '(?:pone?|pongan?|manden?|traigan?|pasar?|cambi[ae]r?|escalar?(?: esto)?|transferir) (?=al? )',
      a(`${members}|alguien`),
      end,
    ),
    pattern(begin, 'escal(?:en?|ar|ad)(?: (?:esto|(?:mi|este|el) \\w+))?', end),
    pattern('\\bme (?:puede|pueden|puedes|podria|podrian) (?:transferir|comunicar|conectar|pasar)', end),
    pattern(
      '\\bme (?:puede|pueden|puedes|podria|podrian|podeis) (?:comunicar|pasar|poner|conectar|transferir|derivar) (?:con|a|en contacto)\\b',
    ),
    pattern(
      '\\b(?:puede|pueden|puedes|podria|podrian|podeis) (?:comunicarme|pasarme|ponerme|conectarme|transferirme|derivarme)',
      any(` ${a(everybody)}|(?! (?:un|una|el|la|los|las|mi) )\\b`),
    ),
    pattern('\\bme (?:comunicas?|pasas?|conectas?|transfieres?|pones?) con\\b'),
    pattern('\\bque me (?:transfier[ae]n?|pasen?|comuniquen?|conecten?|deriven?) (?:con|a)\\b'),
    pattern(
      '\\b(?:p[oa]se?n?|pasa|pasar|elevar|escalar|transferir|transfier[ae]|deriv[ae]) (?:esto|(?:mi|esta|este|la|el) (?:queja|consulta|mensaje|pregunta|caso|problema|reclamacion)) a ',
      a(`${members}|alguien`),
    ),

    pattern('\\bno hay ', a(`nadie|${humans}`), hereNow),
    pattern(
      '\\b(?:hay|tienen?|tienes|teneis) ',
      a(everybody),
      ' que (?:(?:me|nos) (?:pued[ae]n? |podria )?(?:asesor|atiend|atend|contest|expli|respond|orient|ayud)\\w*(?! con (?!esto|mi))|sepa (?:de|del|sobre)|lo sepa|pueda (?:hacerlo|con esto))\\b',
    ),
    pattern(
      '\\bhay (?:disponible )?',
      a(`${humans}|${agents}|${anyone}|gente`),
      '(?: del?(?: la| su| tu| vuestro)? \\w+)?',
      hereNow,
    ),
    pattern('\\b(?:esta|estan) (?:disponibles? |conectad[oa]s? )?', a(`${members}|${leaders}|${anyone}`), hereNow),
    pattern('^(?:hola,? )?', a(`${humans}|${agents}|${anyone}`), '(?= )', hereNow),
    pattern(
      '\\b(?:hay|haber|tienen?|tienes|teneis) ',
      a(everybody),
      `\\b${gap(12)}\\b(?:con|al?) (?:quien(?:es)?|que|el que|la que|l[oa]s que|el cual|la cual)\\b`,
    ),
    pattern('\\b(?:tienen?|tienes|teneis) ', a('(?:soporte|chat|atencion) (?:en vivo|humana?)'), '$'),
    pattern('\\btrabajan? ', a(humans), hereNow),
    pattern('\\b(?:tienen?|teneis) ', a(humans), '$'),
    pattern('\\b(?:deja|dejen?|que) (?:que )?(?:siga|continue|se encargue) ', a(everybody)),
    pattern('\\balguno de (?:ustedes|vosotros) (?:puede|podria) (?:encargarse|ayudarme|seguir)\\b'),
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
    pattern('\\b(?:me )?van? a (?:responder|contestar|atender)(?:me)? ', a(`${humans}|${agents}|alguien|personas?`)),
    pattern(
      '\\b(?:puede|podria|pueden) (?:intervenir|echar(?:le)? un (?:vistazo|ojo)|(?:revis|mir)arlo|verlo)(?: (?:a )?(?:esto|aqui|mi \\w+))? ',
      a(`${members}|${anyone}`),
    ),
    pattern(
      '\\bque ',
      a(`${members}|alguien|personas?|tecnic[oa]`),
      ' (?:(?:me|nos) (?:atienda|ayude|responda|conteste|llame|contacte|explique|asesore)|(?:lo |la )?(?:revise|mire|lea|vea|resuelva|conteste|responda)(?: (?:esto|mi (?:caso|pedido|cuenta|problema|mensaje|consulta|solicitud|queja)|el caso))?)',
      after,
    ),
    pattern(
      '\\b(?:telefono|numero|linea)\\b',
      gap(20),
      '\\b(?:contest|respond|atiend|cog|atend)\\w+ ',
      a(`${humans}|${anyone}`),
    ),
    pattern('\\b(?:a|con) quien mas (?:puedo|podria)\\b'),
    pattern('\\b(?:sacame|saqueme|saquenme|quitame) ', bot, end),
    pattern('\\b(?:queja|reclamacion|reclamo) (?:a|al|ante|con) ', a(everybody), end),
    pattern('\\b(?:conversacion|charla|entrevista)(?: telefonica)? con ', a(everybody), end),
    pattern('\\bayuda de (?:su|tu|vuestro) (?:equipo|personal|soporte)\\b'),
    pattern('\\b(?:pasarme|comunicarme|ponerme|conectarme|transferirme) con ', a(everybody), after),
    pattern(
      '\\b(?:puede|podria|pueden) (?:confirmar|revisar|verificar|mirar|leer)(?:lo|la|me)* ',
      a(`${humans}|${agents}|personas?`),
      end,
    ),
    pattern('\\bque (?:lo |la |me )*(?:lleve|haga|vea|atienda|decida|gestione) ', a(humans)),
    pattern(
      '\\balguien de (?:su|tu|vuestro) \\w+ (?:puede|podria) (?:revisar|mirar|ver|confirmar|comprobar|responder|contestar)',
    ),
    pattern('\\bnumero de alguien', any(`${end}|(?= que me (?:ayude|atienda|conteste))`)),
    pattern('\\b(?:podria|puede) ', a(`${members}|alguien`), ' ponerse en contacto\\b'),
    pattern('\\balguien me lo (?:explique|cuente|resuelva|aclare)\\b'),
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
    pattern(
      '\\b(?:este|su|tu|el|esta) (?:(?:maldito |estupido |dichoso )?(?:chat ?bot|bot|robot|ia) no (?:me )?(?:entiende|ayuda|comprende|responde)(?: (?:nada|mucho))?|(?:maldito |estupido )?(?:chat ?bot|bot) (?:no (?:\\w+ )?(?:sirve|funciona|sabe)(?: (?:de |para )?nada)?|ni siquiera .*|es (?:\\w+ ){0,2}?(?:inutil|una broma|malo|pesimo|tonto|una (?:mierda|basura|porqueria)|estupido|horrible)|ia es (?:inutil|pesima|mala|una (?:mierda|basura))))',
      end,
    ),
    pattern('\\bque no sea ', bot, end),
    pattern('\\bno creo que ', bot, gap(12), '\\b(?:pueda|sepa|ayud|entienda)'),
    pattern('\\b(?:cansad[oa]|hart[oa]|aburrid[oa]|salt(?:ar|o|arme|arse)|evitar|esquivar) ', bot, end),
    pattern(
      '\\b(?:no|basta|hart[oa]|cansad[oa]|dej[ea]n?)\\b',
      gap(12),
      '\\b(?:respuestas?|mensajes?) (?:automatic[oa]s?|de(?:l)? (?:bot|robot|maquina))',
      end,
    ),
    pattern(begin, '(?:chat ?)?bot (?:inutil|estupido|tonto|de mierda)', end),
    pattern(start, '(?:no mas|basta|sin|nada|ningun|no) ', bot, end),
    pattern(longing, ' no (?:usar|tener|utilizar) ', bot, after),
    pattern(begin, bot, ' no', end),
    pattern(
      any(`\\b(?:un|una|los|las|algun|a) human[oa]s?|${a(`${agents}|${anyone}`)}`),
      gap(12),
      '\\b(?:no|que|antes que|en (?:vez|lugar) de|a) ',
      bot,
      end,
    ),

    pattern(
      '\\bme (?:puede|puedes|pueden|podria|podrian|podeis) (?:llamar|contactar|telefonear)\\b(?! (?:el|la|los|un|una) )',
    ),
    pattern(begin, 'me llam(?:as|an|a)', end),
    pattern('\\bllam(?:e|en|a|ad)me\\b(?! (?:un|una|a un) )'),
    pattern('\\bme (?:puede|pueden|podrian?) dar un (?:telefonazo|toque)\\b'),
    pattern('\\b(?:ponganse|pongase|ponte|poneos) en contacto conmigo\\b'),
    pattern(
      '\\b(?:puede|pueden|puedes|podria|podrian|podeis|alguien)\\b',
      gap(24),
      '\\b(?:llamarme|contactarme|telefonearme|devolverme la llamada)\\b(?! (?:un|una) (?:taxi|ambulancia|grua))',
    ),
    pattern('\\bque (?:alguien )?(?:me|nos) (?:llamen?|contacten?|devuelvan? la llamada)\\b'),
    pattern('\\b(?:gustaria|agradeceria|quisiera|preferiria) que ', gap(30), '\\b(?:llam|contact)a(?:ra|se)n?\\b'),
    pattern('\\b(?:quiero|solicito|necesito|deseo|quisiera)\\b', gap(12), '\\b(?:una )?llamada(?:$| de )'),
    pattern(
      '\\b(?:quiero|quisiera|necesito|prefiero|preferiria|me gustaria|organi[cz]\\w+|program\\w+)\\b',
      gap(6),
      '\\buna (?:llamada|entrevista|conversacion|charla) con ',
      a(everybody),
    ),
    pattern('\\b(?:preferiria|prefiero) una llamada\\b'),
    pattern('\\b(?:contact[ae]n?me|devuel[vbu]\\w*me la llamada)\\b'),
    pattern(begin, '(?:llamen?|llama) al? [+\\d][\\d ()/-]{5,}'),

    onlyWords(
      'un|una|uno|el|la|los|las|lo|su|sus|tu|tus|vuestr[oa]s?|algun|alguna?|otr[oa]|de|del|a|al|con|por|para|en|sobre|y|o|pero|no|ni|que|quien|esto|eso|este|esta|aqui|ahi|ya|ahora|hoy|manana|urgente|urgentemente|rapido|pronto|mismo|vez|lugar|solo|tambien|mejor|favor|porfa|porfavor|gracias|hola|buenas|buenos|buenas|tardes|dias|perdon|disculpe|ok|es|esta|hay|sea|seria|ser|posible|puede|puedes|pueden|puedo|podria|podrian|podemos|se|si|como|donde|telefono|chat|linea|caso|consulta|pregunta|problema|tema|asunto|queja|reclamo|reclamacion|bot|robot|maquina|ia|ordinador|ordenador|computadora|verdad|real|reales|verdader[oa]|human[oa]s?|carne|hueso|disponible|ayuda|ayudar|ayude|ayudarme|equipo|servicio|atencion|cliente|atencion|usted|ustedes|vosotros|sepa|entienda|momento|minuto|persona|directamente|personalmente|gustaria',
      'yo|me|mi|mis|conmigo|nos|nosotros|quiero|quisiera|necesito|prefiero|preferiria|deseo|exijo|favor|porfa|puedo|podria|\\w+(?:[aei]r|[aei]n?)me',
      'human[oa]s?|personas?|alguien|alguno|agentes?|asesor(?:a|es)?|operador(?:a|es)?|representantes?|ejecutiv[oa]s?|encargad[oa]s?|responsables?|supervisor(?:a|es)?|gerente|jef[ea]|duen[oa]|superior|director(?:a)?|companer[oa]s?|emplead[oa]s?|tecnic[oa]s?|vendedor(?:a|es)?|especialistas?|expert[oa]s?|personal|miembros?|recepcion|ventas|gente',
      'hablar(?:lo)?|hable|conversar|platicar|charlar|chatear|tratar(?:lo)?|comunicar(?:me)?|comunicarse|contactar(?:me)?|contacto|contacten?|llamen?|llamar(?:me)?|llamada|conect\\w+|pas[ae]r?(?:me)?|transf\\w+|deriv\\w+|atend\\w+|atiend\\w+|respond\\w+|contest\\w+|revis[ae]r?|quiero|quisiera|necesito|prefiero|preferiria|exijo|deseo|dirigirme|encargue|asesor(?:ar|e)(?:me)?',
    ),
  ],
  asksNot: [
    pattern('\\b(?:a|con|por) mis? (?:propi[oa] )?(?:equipo|jef[ea]|personal|companer|emplead|gente)'),
    pattern('\\b(?:quiero|quisiera|gustaria) ser (?!atendid|contactad|llamad|ayudad)|\\bestuv\\w+ en contacto'),
    pattern('\\bno (?:hace falta|es necesario|necesito) que\\b'),
    pattern(
      '^(?:hola,? )?(?:cuando|a que hora|cuant[oa]s?|que|cual(?:es)?|quien(?:es)?|hasta cuando|por que|desde cuando)\\b',
      '(?! me (?:llam|atiend|contest|respond|ayud|pase|contact))(?! (?:un|una|alguien) )(?! hay .*\\bpara (?:chatear|hablar|conversar)\\b)(?!.*\\bquiero (?:hablar|que)\\b)',
    ),
    pattern('^(?:hola,? )?donde\\b', `(?! .*\\b${talk}\\b| (?:encuentro|hay|consigo) (?:a )?(?:alguien|un))`),
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
    pattern('\\b(?:agente|asesor)a? (?:para|sobre|por) (?:\\w+ ){0,2}?(?:vender|venta|comprar|alquilar|alquiler)\\b'),
    pattern('\\b(?:medico|doctora?)\\b|\\b(?:aprender|curso)\\b'),
    pattern(
      '\\b(?:durante|mientras) (?:el|la|los|las|mi|un|una)\\b|(?<!(?:responder|contestar|escribir)(?:me)? )\\bpor (?:correo|fax|carta|e-?mail)\\b',
    ),
  ],
}
