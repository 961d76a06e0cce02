import type { Natives } from '../../chat/mounting.ts'
import type { Clean } from '../clean.ts'

const prototypes = [Object, Array, String, Number, Boolean].map(({ prototype }) => prototype)

/** The browser's own functions for the chat, even if the page replaced them. */
export function nativesOf(clean: () => Clean): Natives {
  return {
    fetch: (...given) => clean().fetch(...given),
    stringify: (value) => withoutToJson(() => clean().JSON.stringify(value)),
    parse: (text) => clean().JSON.parse(text),
  }
}

/** Some libraries add a `toJSON` to arrays or strings, which breaks JSON. It is removed temporarily. */
function withoutToJson<Result>(run: () => Result): Result {
  const given = prototypes.map((prototype) => Object.getOwnPropertyDescriptor(prototype, 'toJSON'))
  for (const prototype of prototypes) Reflect.deleteProperty(prototype, 'toJSON')
  try {
    return run()
  } finally {
    given.forEach((property, at) => {
      if (property) Reflect.defineProperty(prototypes[at]!, 'toJSON', property)
    })
  }
}
