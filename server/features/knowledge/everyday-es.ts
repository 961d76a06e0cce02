import type { Everyday } from './everyday-language.ts'

export const spanish: Everyday = {
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
