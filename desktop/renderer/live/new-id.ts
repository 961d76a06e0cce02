/** A unique id. Works without `crypto.randomUUID`, which plain http does not provide. */
export const newId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
