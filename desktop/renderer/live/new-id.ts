/** An id that nobody else makes; also where a page may not use `crypto.randomUUID`, as over plain http in a network. */
export const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
