import type { Language } from './language.ts'

export const spanish: Language = {
  name: 'spanish',
  calendar: {
    days: ['lunes', 'martes', 'mi[eé]rcoles', 'jueves', 'viernes', 's[aá]bados?', 'domingos?'],
    shortDays: ['lun', 'mar', 'mié', 'jue', 'vie', 'sáb', 'dom'],
    months: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
    shortMonths: 'ene feb mar abr may jun jul ago sept? oct nov dic',
    weekend: 'fines? de semana',
    workdays: 'entre semana|días laborables',
    everyDay: 'todos los días|a diario|7 días (?:a|por) (?:la )?semana',
    to: 'a|al|hasta',
    until: 'hasta',
    closed: 'cerrado',
  },
  units: {
    minutes: 'minutos?|min',
    hours: 'horas?|h',
    days: 'días?|noches?',
    weeks: 'semanas?',
    months: 'mes(?:es)?',
    years: 'años?',
  },
  money: { eur: 'euros?', gbp: 'libras?', usd: 'dólar(?:es)?', chf: 'francos?', cents: 'céntimos?|centavos?' },
  spokenTimes: { 'las? # y media': '#:30', 'las? # y cuarto': '#:15', 'las? # menos cuarto': '-#:45' },
  otherWords: {
    '(?:una )?media hora': '30 minutos',
    cien: '100',
    mediodía: '12:00',
    medianoche: '0:00',
    '24 horas al día|las 24 horas': '24/7',
  },
  numbers: {
    small:
      'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve',
    tens: 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
    join: (tens, small) => [
      tens === 'veinte'
        ? `veinti${small
            .replace(/^dos$/, 'dós')
            .replace(/^tres$/, 'trés')
            .replace(/^seis$/, 'séis')}`
        : `${tens} y ${small}`,
    ],
  },
  abbreviations: 'aprox máx mín núm tel avda pág etc sr sra dra ene feb abr ago sept oct nov dic',
  phrases: {
    fromPage: (title) => `De nuestra página **${title}**:`,
    about: (title) => `Sobre **${title}**:`,
    unavailable: 'El asistente no está disponible en este momento.',
    fromWebsite: 'Esto es lo que dice nuestro sitio web:',
    foundNothing: 'No he encontrado nada sobre eso en nuestra información y prefiero no adivinar.',
    unconfirmed: '(No he encontrado nada que lo confirme.)',
    leaveDetails: 'Si nos deja sus datos, alguien del equipo se pondrá en contacto con usted.',
    hello: '¡Hola! ¿Qué le gustaría saber?',
    howAreYou: 'Gracias, aquí todo va bien. ¿Qué le gustaría saber?',
    thanks: '¡De nada! ¿Puedo buscar algo más?',
    bye: '¡Hasta pronto y gracias por su visita!',
    whoAmI: (name, business) =>
      `Soy ${name}, el asistente automático de ${business}. Pregúnteme algo y lo busco en nuestra información.`,
    goOn: 'De acuerdo. ¿Qué le gustaría saber?',
    noAnswer: 'No hubo respuesta. Puede preguntarlo con otras palabras.',
    gotForm: 'Gracias, hemos recibido sus datos.',
    budgetUsed: (time) => `El asistente ya ha hecho lo que podía por hoy y vuelve a las ${time}.`,
    reachUs: 'Así puede contactarnos:',
    callback: {
      title: 'Nos pondremos en contacto con usted',
      name: 'Nombre',
      phone: 'Teléfono',
      email: 'Correo electrónico',
      message: '¿De qué se trata?',
      submit: 'Enviar la petición',
    },
    detailsTitle: 'Sus datos',
    send: 'Enviar',
    trouble: 'El asistente no puede responder en este momento. Inténtelo de nuevo en un rato.',
    busy: 'En este momento atendemos a muchos visitantes. Inténtelo de nuevo en un rato.',
  },
  suggestions: {
    about: (title) => `¿Qué debo saber sobre «${title}»?`,
    general: ['¿Qué ofrecen?', '¿Cuándo abren?', '¿Cuánto cuesta?', '¿Cómo puedo contactarles?'],
    links: 'En nuestra web',
    call: 'Llamar',
    write: 'Escribir un correo',
  },
  button: { notLoaded: 'No se ha podido cargar el chat. Inténtelo de nuevo.', open: 'Abrir el chat' },
  handover: {
    asked: 'He avisado al equipo: alguien se unirá aquí en cuanto pueda. Si nadie puede venir, se lo diré aquí.',
    nobodyHere: 'En este momento no hay nadie disponible.',
    nobodyCame: 'Lo sentimos, nadie estaba disponible a tiempo.',
    leaveNumber: 'Deje su número o su correo y nos pondremos en contacto con usted.',
    callbackKept: 'Gracias. El equipo ha recibido su petición y se pondrá en contacto con usted.',
    fileKept: 'Gracias. He guardado el archivo para el equipo, pero yo no puedo verlo. ¿De qué se trata?',
    emailKept: (email) => `Gracias. Le responderemos a ${email}.`,
    leftQueue: 'La petición al equipo se ha retirado. A partir de aquí responde el asistente.',
    closedByVisitor: 'El visitante ha terminado el chat. Escriba de nuevo cuando quiera.',
    team: 'Nuestro equipo',
    joined: (name) => `${name ?? 'Alguien del equipo'} se ha unido al chat.`,
    closed: 'El chat se ha cerrado. Escriba de nuevo cuando quiera.',
    closedIdle: 'El chat se ha cerrado porque nadie ha escrito durante un rato. Escriba de nuevo cuando quiera.',
    handedBack: (botName) => `A partir de aquí responde de nuevo ${botName}, el asistente automático.`,
  },
  summary: {
    asked: (question) => `El visitante preguntó: «${question}»`,
    left: (details) => `Contacto: ${details}.`,
    outcomes: {
      answered: 'Recibió una respuesta.',
      booked: 'Se reservó una cita.',
      lead_captured: 'Dejó sus datos.',
      callback_requested: 'Pidió que le llamen.',
      unanswered: 'Su pregunta quedó abierta.',
      abandoned: 'El visitante no escribió nada.',
      pending: 'Pidió hablar con una persona, y nadie ha respondido todavía.',
    },
    callBack: (who) => (who ? `Llamar a: ${who}` : 'Llamar al visitante.'),
    answer: (question) => `Responder a: «${question}»`,
    reply: 'Responder al visitante.',
  },
  transcript: {
    title: (business) => `Chat con ${business}`,
    times: (zone) => `Las horas son las de ${zone}.`,
    earlier: 'Faltan los mensajes anteriores.',
    visitor: 'Usted',
    team: 'Nuestro equipo',
  },
  details: {
    title: 'Datos de la empresa',
    about: 'Quiénes somos',
    phones: 'Número de teléfono',
    emails: 'Correo electrónico',
    address: 'Dirección',
    hours: 'Horario de apertura',
    areas: 'Dónde trabajamos',
    services: 'Servicios',
    links: 'Enlaces',
    booking: 'Reservar una cita',
    prices: 'Precios',
    closed: 'cerrado',
    days: 'lunes martes miércoles jueves viernes sábado domingo',
  },
  smallTalk: {
    core: {
      thanks: 'gracias agradecido agradecida agradezco thanks',
      bye: 'adiós adios chao chau bye',
      hello: 'hola ola holi buenos buenas saludos hey hello',
      goOn: 'ok okay okey sí si no vale bien perfecto entendido claro genial estupendo excelente dale listo buenísimo',
    },
    rest: 'muchas muchísimas mil por su tu la ayuda días dias tardes noches a todos muy y de acuerdo todo respuesta información info el amable',
    said: {
      howAreYou:
        'cómo va|cómo te va|cómo están|todo bien|qué tal estás|cómo está|como esta|cómo estás|como estas|qué tal|que tal',
      whoAmI:
        'quién eres|quien eres|quién es usted|quien es usted|eres un robot|es usted un robot|eres humano|es usted humano|qué puedes hacer|que puedes hacer|cómo te llamas|como te llamas|eres una ia|es una ia|eres un bot|es un bot|esto es un bot|eres una persona|eres real|con quién hablo|con quién estoy hablando|quién es|en qué puedes ayudarme|en qué me puedes ayudar|qué sabes hacer|cómo puedes ayudarme|hablo con un robot|hablo con una persona|eres una máquina|eres un robot o *|eres un robot o una persona',
      bye: 'hasta luego|hasta otra|hasta la próxima|feliz *|feliz fin de semana|hasta pronto|hasta mañana|buen día|que * un * día|que * buen día|buen fin de semana|nos vemos|cuídate|un saludo|eso es todo|es todo|nada más|no tengo más preguntas',
      thanks:
        'lo agradezco|te lo agradezco|se lo agradezco|muy amable|me ha servido|me ha sido útil|me ha sido muy útil|me sirve|muy útil|me ayudó mucho|me ha ayudado mucho',
      goOn: 'de acuerdo|está bien|ya veo|entiendo|lo entiendo|sin problema|no hay problema|por supuesto|tiene sentido',
    },
  },
  asksNothing: [
    /\b(mierda|puta|puto|gilipollas|cabr[oó]n\p{L}*|imb[eé]cil\p{L}*|estafador\p{L}*|joder)\b/iu,
    /\b(ignora|olvida)\b.{0,40}\b(instrucciones|reglas)\b|\bahora eres\b/iu,
  ],
  introduces: 'me llamo|soy',
  trials: 'prueba|nada',
  asking: `
ahora algo alguien algún alguna algunas algunos allí aquí así ayuda ayudar buenas bueno buenos cada caso cierto claro como
cómo conocer consejo cosa cosas creo cual cuál cuáles cualquier cuando cuánta cuántas cuántos dar de debe debo decir deja
dónde donde ejemplo empresa entender esta estar este exactamente existe explicar favor forma funciona general gente gracias
gustaría haber hace hacer hacen haces hacéis hago hay hola hoy información ir lado llama llamar lugar mañana manera me mejor
mismo modo mucho necesario necesita necesitan necesito nombre obtener ofrece ofrecen ofrecéis ofrecer opción opciones otra
otro para parte pasa pedir pero persona poder podéis podría podríamos poner por porque posible posibilidad pregunta
preguntas problema puede pueden puedo pues que qué queremos quería quiere quiero quién quisiera realmente saber sabe sé
seguro ser servicio servicios si sí simple simplemente sitio solo sólo soy sus también tan tener tengo tenéis tiempo tiene
tienen tipo tipos tomar toda todas todo todos usar usted ustedes va vais vamos van ver vez voy
`,
  same: `
cuánto cuesta, cuánto vale, cuánto, precio, precios, coste, costes, costo, cuesta, cuestan, tarifa, tarifas, caro, barato, #price
pagar, pago, pagos, pagado, tarjeta, efectivo, transferencia, factura
abrir, abre, abren, abrís, abierto, abiertos, apertura, horario, horarios, horas, cerrar, cierra, cierran, cerrado, cerrados, cierre, #time
cuándo, qué hora, desde, hasta, horario, horas, #time
dónde está, dónde estáis, dónde queda, dirección, ubicación, ubicado, situado, llegar, calle, #address
teléfono, teléfonos, llamar, número, móvil, tel, #phone
email, correo, e-mail, mail, #email
contacto, contactar, contactarles, hablar con, teléfono, email, correo, #phone, #email
entregar, entrega, entregas, envío, envíos, enviar, envía, envían, enviáis, reparto, domicilio, paquete, mensajería
extranjero, internacional, internacionales, país, países, mundo
devolver, devolución, devoluciones, reembolso, reembolsar, cambio, cambiar, cambios
cancelar, cancelación, cancelaciones, anular, anulación
reservar, reserva, reservas, reservación, cita, citas
alquilar, alquila, alquiler, alquileres, alquiláis, prestar, préstamo
reparar, reparáis, reparación, reparaciones, arreglar, roto, taller, avería
garantía, garantías
niño, niña, niños, niñas, hijo, hija, hijos, bebé, bebés, familia, familias, infantil
perro, perros, mascota, mascotas, animal, animales, gato
aparcar, aparcamiento, parking, estacionar, estacionamiento, garaje
autobús, autobuses, bus, tren, trenes, metro, tranvía, estación, parada, transporte público
silla de ruedas, discapacidad, discapacitados, accesible, accesibilidad, rampa, minusválidos
ascensor, ascensores, elevador
vegano, vegana, veganos, vegetariano, vegetariana, vegetarianos
alergia, alergias, alérgeno, alérgenos, alérgico, intolerancia, ingredientes
descuento, descuentos, rebaja, rebajas, reducción, reducido, promoción, promo, oferta, ofertas
tarjeta regalo, vale regalo, bono regalo, vale, bono
regalo, regalos, regalar
empleo, empleos, trabajo, trabajar, vacante, vacantes, puesto, currículum
equipo, personal, empleados, plantilla
dueño, dueña, propietario, fundador, fundadora, fundado, jefe, gerente, director, directora
fundado, fundada, historia, años
talla, tallas, tamaño, tamaños, medida, medidas
foto, fotos, imagen, imágenes, fotografiar
bolsa, bolsas, equipaje, maleta, maletas, mochila
baño, baños, aseo, aseos, servicio, wc
coche, coches, vehículo, auto, carro
bici, bicis, bicicleta, bicicletas
festivo, festivos, feriado
vacaciones
fin de semana, sábado, sábados, domingo, domingos
comprar, compra, compras, comprado, pedido, pedidos, pedir, encargar
vender, vende, venden, vendéis, venta, ventas
marca, marcas, fabricante
empezar, empieza, comenzar, comienza, inicio
terminar, termina, acabar, fin, final
rápido, rápidamente, urgente, urgencia, urgencias, exprés
perder, perdido, perdida, objetos perdidos, olvidado
gratis, gratuito, gratuita, gratuitamente, sin coste
incluye, incluido, incluida, incluidos, incluir
socio, socios, miembro, miembros, suscripción
qué edad, edad, años
hablar, habláis, habla, hablan, idioma, idiomas
miedo, nervioso, ansiedad
dolor, dolores, duele, doloroso
comer, comida, comidas, almuerzo, cena
beber, bebida, bebidas
wifi, wi-fi, internet
cuenta, perfil
borrar, eliminar, eliminado
modificar, cambiar, cambio, modificación
recoger, recogida, retirar
clase, clases, curso, cursos, taller, talleres
cuánto tiempo, cuánto dura, cuánto tarda, duración, dura, minutos, horas, días, semanas, plazo
noche, noches
limpiar, limpieza, lavar
segunda mano, usado, usados
seguro, seguros
boda, bodas, casarse
factura, facturas, recibo, ticket
depósito, fianza, señal
`,
}
