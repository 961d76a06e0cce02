import { z } from 'zod'
import { rule } from './fault.ts'
import { exact, text } from './text.ts'

/** The methods of a configured request. */
export const RequestMethod = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
export type RequestMethod = z.infer<typeof RequestMethod>

/** The maximum number of headers of a configured request. */
const maxHeaders = 20
/** What the product sends itself, and what belongs to the connection. */
const reserved = /^(?:host|content-length|connection|transfer-encoding|upgrade|expect|te|trailer|via|x-svc-.*)$/i

const headerName = exact(100, 1)
  .refine((name) => /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name), rule('header_name', 'Is not a header name.'))
  .refine((name) => !reserved.test(name), rule('header_reserved', 'Frontdesk sets this header itself.'))

const headerValue = exact(4000)
  .refine(
    (value) => /^[\t\x20-\x7e\x80-\xff]*$/.test(value),
    rule('header_value', 'Must not contain line breaks or characters outside of Latin-1.'),
  )
  .refine((value) => !value.includes('{{'), rule('header_placeholder', 'A header cannot contain placeholders.'))

/** A header as it is sent to the API. */
export const HeaderInput = z
  .object({
    name: headerName,
    value: headerValue.default(''),
    secret: z
      .boolean()
      .default(false)
      .describe(
        'Stores the value encrypted and never returns it. An empty value keeps the stored one, as long as the host of the URL stays.',
      ),
  })
  .meta({ id: 'HeaderInput' })
export type HeaderInput = z.infer<typeof HeaderInput>

export const HeaderInputs = z
  .array(HeaderInput)
  .max(maxHeaders)
  .refine(
    (headers) => new Set(headers.map(({ name }) => name.toLowerCase())).size === headers.length,
    rule('names_differ', 'Two headers have the same name.'),
  )

/** A header as the API returns it. */
export const Header = z
  .object({
    name: z.string(),
    value: z.string().describe('Empty if the header is secret.'),
    secret: z.boolean(),
    set: z.boolean().describe('Whether the header has a value.'),
  })
  .meta({ id: 'Header' })
export type Header = z.infer<typeof Header>

/** A URL whose path and query may contain placeholders. The server checks the rest when it is saved. */
export const RequestUrl = text(2000, 1)

/** The body of a configured request, with placeholders. */
export const BodyTemplate = exact(20_000)
