import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'

type Json = Record<string, unknown>
type Direction = 'input' | 'output'

export type Names = {
  /** A schema, as a reference if it has a name. */
  schema(schema: z.ZodType, direction: Direction): Json
  /** The inlined object schema of an input, so that its fields can be separated. */
  fields(schema: z.ZodType): Json
  /** Names a schema and returns a reference to it. */
  define(name: string, schema: Json, direction: Direction): Json
  /**
   * Resolves all references of the document and adds the used schemas to its components. Yields to other work in
   * between.
   */
  settle(document: Json & { components: Json; paths: Json }): Promise<Json>
}

/**
 * Collects the named schemas of a document. A schema that differs between requests and responses (a field with a
 * default is optional in requests, but always present in responses) is included twice, as `Name` and `NameInput`.
 */
export function createNames(): Names {
  const met = { input: new Map<string, Json>(), output: new Map<string, Json>() }

  const convert = (schema: z.ZodType, direction: Direction): Json => {
    const options = { io: direction, target: 'draft-2020-12', override: adjust } as const
    const { $schema: _, $defs, ...own } = z.toJSONSchema(schema, options) as Json
    for (const [name, definition] of Object.entries(($defs ?? {}) as Record<string, Json>))
      met[direction].set(name, definition)
    return own
  }
  return {
    schema(given, direction) {
      const own = convert(given, direction)
      if (typeof own.id !== 'string') return withDirection(own, direction)
      met[direction].set(own.id, own)
      return { $ref: `#/$defs/${direction}/${own.id}` }
    },
    fields(given) {
      const own = convert(given, 'input')
      // A named schema is a reference to itself.
      const name = /^#\/\$defs\/(.+)$/.exec(String(own.$ref))?.[1]
      const object = name === undefined ? own : (met.input.get(name) as Json)
      return withoutId(withDirection(object, 'input'))
    },
    define(name, schema, direction) {
      met[direction].set(name, schema)
      return { $ref: `#/$defs/${direction}/${name}` }
    },
    async settle(document) {
      const twice = differing(met.input, met.output)
      const nameOf = (direction: Direction, name: string) =>
        direction === 'input' && twice.has(name) ? `${name}Input` : name
      const link = (value: unknown) =>
        relink(
          value,
          /^#\/\$defs\/(input|output)\/(.+)$/,
          (direction, name) => `#/components/schemas/${nameOf(direction as Direction, name)}`,
        )
      const schemas: Json = {}
      for (const direction of ['input', 'output'] as const)
        for (const [name, definition] of met[direction]) {
          schemas[nameOf(direction, name)] = link(withoutId(withDirection(definition, direction)))
          await nextTurn()
        }
      addDiscriminators(schemas)
      const linked: Json = {}
      for (const [path, methods] of Object.entries(document.paths)) {
        linked[path] = link(methods)
        await nextTurn()
      }
      const settled = { ...(link({ ...document, paths: {} }) as typeof document), paths: linked }
      return { ...settled, components: { ...settled.components, schemas: sorted(used(settled, schemas)) } }
    },
  }
}

/**
 * Responses may gain fields, so no object forbids additional ones. The bounds of JavaScript integers are dropped,
 * because they say nothing about the field.
 */
const adjust = ({ jsonSchema }: { jsonSchema: Json }): void => {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

/** Adds discriminators to unions of named schemas that differ in their `type`. */
function addDiscriminators(schemas: Json): void {
  for (const schema of Object.values(schemas) as Json[]) {
    const variants = (schema.oneOf as Json[] | undefined)?.map(({ $ref }) => String($ref)) ?? []
    const typed = variants.map((ref): [unknown, string] => {
      const variant = schemas[ref.replace(/^.*\//, '')] as { properties?: Record<string, Json> } | undefined
      return [variant?.properties?.type?.const, ref]
    })
    if (typed.length > 0 && typed.every(([type]) => typeof type === 'string'))
      schema.discriminator = { propertyName: 'type', mapping: Object.fromEntries(typed) }
  }
}

const withoutId = ({ id: _, ...rest }: Json): Json => rest
const sorted = (value: Json): Json => Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))

/** The schemas that the document uses, directly or indirectly. */
function used(document: unknown, schemas: Json): Json {
  const names = new Set<string>()
  const visit = (value: unknown): void => {
    relink(value, /^#\/components\/(schemas)\/(.+)$/, (_, name) => {
      if (!names.has(name)) {
        names.add(name)
        visit(schemas[name])
      }
      return name
    })
  }
  visit(document)
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => names.has(name)))
}

const withDirection = (schema: Json, direction: Direction): Json =>
  relink(schema, /^#\/\$defs\/()((?!input\/|output\/).+)$/, (_, name) => `#/$defs/${direction}/${name}`) as Json

/** Names of schemas that differ between requests and responses, including through references. */
function differing(input: Map<string, Json>, output: Map<string, Json>): Set<string> {
  const differ = new Set<string>()
  for (const [name, definition] of input) {
    const other = output.get(name)
    if (other && JSON.stringify(other) !== JSON.stringify(definition)) differ.add(name)
  }
  for (let before = -1; before !== differ.size; ) {
    before = differ.size
    for (const [name, definition] of input)
      if (output.has(name) && references(definition).some((other) => differ.has(other))) differ.add(name)
  }
  return differ
}

function references(definition: Json): string[] {
  const names: string[] = []
  relink(definition, /^#\/\$defs\/()(?:(?:input|output)\/)?(.+)$/, (_, name) => {
    names.push(name)
    return name
  })
  return names
}

/** The same value with every `$ref` of this form rewritten. */
function relink(value: unknown, form: RegExp, write: (direction: string, name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => relink(item, form, write))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const match = key === '$ref' && typeof item === 'string' ? form.exec(item) : null
      return [key, match ? write(match[1] as string, match[2] as string) : relink(item, form, write)]
    }),
  )
}
