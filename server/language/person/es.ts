import { any, gap, pattern, type Wishes } from './pattern.ts'

const which =
  '(?:(?:un|una|uno|una|el|la|los|las|su|sus|tu|vuestr[oa]|algun|alguna|otr[oa]|de|del) )*(?:(?:verdader[oa]|autentic[oa]|otr[oa]) )*'
const certain = any(
  'ser(?:es)? humanos?|human[oa]s?|agentes?|asesor(?:a|es)?|operador(?:a|es)?|representantes?|ejecutiv[oa]s?|personas? (?:real|reales|humana|fisica|de verdad|de carne y hueso)',
)
const others = any(
  'personas?|alguien|emplead[oa]s?|encargad[oa]s?|responsables?|gerentes?|jef[ea]|tecnic[oa]s?|mecanic[oa]s?|equipo|soporte|(?:atencion|servicio) al cliente|comercial|vendedor(?:a|es)?|companer[oa]s?|especialistas?|supervisor(?:a|es)?|trabajador(?:a|es)?|due(?:n|ñ)[oa]|monitor(?:a)?',
)
const one = `${which}${any(`${certain}|${others}`)}`
const begin = '^(?:(?:hola|buenas|no|ok|vale|pero|y|quiero) ?,? ?)*'
const end = '(?:,? (?:por favor|porfa|porfavor|ya|ahora|gracias))*$'
/** How visitors ask for a person. */
export const spanish: Wishes = {
  asks: [
    pattern(
      '\\b(?:hablo|hablar|hable|hablarle|chatear|conversar|comunicar(?:me|nos)?|contactar(?:me)?|charlar|platicar|dialogar|ponerme en contacto|conectarme|escribirme) ',
      gap(15),
      '(?:con|a|al) ',
      one,
      '\\b',
    ),
    pattern(
      '\\b(?:pas[ea]me|pasenme|comuniqueme|comunic[ae]me|conect[ea]me|transfi[ea]r[ea]me|transfierame|deriv[ea]me|ponganme|pongame|ponme)\\b',
    ),
    pattern(
      '\\bme (?:puede|pueden|puedes|podria|podrian|podeis) (?:comunicar|pasar|poner|conectar|transferir|derivar)\\b',
    ),
    pattern(
      '\\b(?:puede|pueden|puedes|podria|podrian|podeis) (?:comunicarme|pasarme|ponerme|conectarme|transferirme|derivarme)\\b',
    ),
    pattern(
      '\\b(?:quiero|quisiera|necesito|deseo|prefiero|exijo|solicito|me gustaria)(?: tener)?(?: a)? (?:(?:un|una) )?(?:(?:verdader[oa]|autentic[oa]) )?',
      any(certain),
      '\\b',
    ),
    pattern('\\b(?:dame|deme|denme) ', which, any(certain), '\\b'),
    pattern(
      begin,
      '(?:(?:un|una|con) )*(?:(?:verdader[oa]|autentic[oa]) )?',
      any(`${certain}|persona|(?:atencion|servicio) al cliente`),
      end,
    ),
    pattern(
      '\\bhay ',
      any('alguien|alguna persona|algun (?:humano|agente|asesor)|un humano|una persona'),
      '(?: (?:ahi|aqui|alli|disponible|en linea|real|conectado|para (?:ayudarme|atenderme)))*$',
    ),
    pattern('\\bhay ', one, `\\b${gap(12)}\\b(?:con|a) (?:quien|el que|la que|el cual|la cual)\\b`),
    pattern('\\b(?:podria|puede|podrian|pueden) (?:atenderme|ayudarme|responderme|contestarme) ', one, '\\b'),
    pattern('\\b(?:que )?me (?:atienda|ayude|conteste|responda) ', one, '\\b'),
    pattern('^(?:hola,? )?alguien (?:ahi|aqui|disponible)$'),
    pattern(
      '\\b(?:no (?:quiero|deseo)|harto|cansad[oa]|en (?:vez|lugar) de)\\b',
      gap(20),
      '\\b(?:hablar|chatear|hablando)\\b',
      gap(10),
      '\\b',
      any('robots?|bots?|maquinas?|ia|chat ?bots?|ordenador|computadora'),
      '\\b',
    ),
    pattern(begin, '(?:no mas|basta de|sin|nada de|ningun) ', any('robots?|bots?|maquinas?|chat ?bots?|ia'), end),
    pattern('\\bllam(?:e|en|a|ad)me\\b'),
    pattern(
      '\\b(?:puede|pueden|puedes|podria|podrian|podeis|alguien)\\b',
      gap(18),
      '\\b(?:llamarme|contactarme|telefonearme|devolverme la llamada)\\b',
    ),
    pattern('\\bme (?:puede|podria|pueden|podrian) (?:atender|ayudar|responder|contestar|llamar) ', one, '\\b'),
    pattern('\\bme (?:comunicas?|pasas?|conectas?|transfieres?|pones?) con\\b'),
    pattern(begin, '(?:(?:necesito|quisiera) )?(?:(?:atencion|ayuda) humana|ayuda de ', one, ')', end),
    pattern(begin, '(?:contactar|pasarme|comunicarme|hablar) con ', one, end),
    pattern('\\b(?:esta disponible|hay disponible) ', one, '\\b'),
    pattern('\\bque (?:alguien )?(?:me|nos) (?:llame|llamen|contacte|contacten)\\b'),
    pattern('\\b(?:quiero|solicito|necesito|deseo|quisiera)\\b', gap(12), '\\b(?:una )?llamada$'),
  ],
  asksNot: [
    pattern(
      '^(?:hola,? )?(?:cuando|a que hora|donde|cuant[oa]s?|que|cual(?:es)?|quien(?:es)?|hasta cuando|por que|desde cuando)\\b',
      '(?! me llam)',
    ),
    pattern('\\b(?:tengo que|debo|hay que|es necesario|hace falta|debemos)\\b'),
    pattern('\\b(?:eres|es usted|estoy hablando|es esto)\\b'),
    pattern('\\bno (?:quiero|deseo|necesito) hablar con ', any('(?:una )?persona|alguien|(?:un )?humano|nadie'), '\\b'),
    pattern('me,? (?:cuando|si|antes de|en cuanto)\\b'),
    pattern('\\bno (?:quiero|deseo|me gustaria) que (?:me|nos|alguien)\\b'),
    pattern('\\bpor persona\\b'),
    pattern('\\b(?:medico|doctora?)\\b'),
  ],
}
