import { z } from 'zod'

/** Every code that an error of the API can carry. Clients accept codes that they do not know. */
export const ErrorCode = z.enum([
  'bad_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'conflict',
  'gone',
  'rate_limited',
  'quota_exceeded',
  'connector_error',
  'unavailable',
  'internal',
])
export type ErrorCode = z.infer<typeof ErrorCode>

export const ErrorBody = z
  .object({
    error: z.object({
      code: ErrorCode,
      message: z.string().describe('Safe to show to a person.'),
      retryAfter: z.int().optional().describe('Seconds to wait; present on every 429.'),
      id: z
        .string()
        .optional()
        .describe('Of a 409: the record in the way, such as the one that has the value or the run that is not over.'),
    }),
    faults: z
      .array(z.object({ field: z.string().describe('Its path, such as `contact.email`.'), message: z.string() }))
      .optional()
      .describe('Of a 400: each field at fault.'),
  })
  .meta({ id: 'Error', description: 'The body of every error. Other fields may stand beside `error`.' })
export type ErrorBody = z.infer<typeof ErrorBody>
