import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseInput } from '../../server/core/validation.ts'
import { text } from '../../shared/text.ts'

const Input = z.object({
  name: text(5, 1).optional(),
  count: z.int().min(1).max(10).optional(),
  tags: z.array(z.string()).max(2).optional(),
  kind: z.enum(['day', 'week', 'month']).optional(),
  mail: z.email().optional(),
  more: z.object({ on: z.boolean() }).optional(),
})

const refusalOf = (input: unknown): string => {
  try {
    parseInput(Input.required({ kind: true }), input)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('nothing was refused')
}

test.each([
  [{}, 'kind: Is required.'],
  [{ kind: 'year' }, 'kind: Must be one of day, week or month.'],
  [{ kind: 'day', name: 7 }, 'name: Must be a string.'],
  [{ kind: 'day', name: '' }, 'name: Must not be empty.'],
  [{ kind: 'day', name: 'too long' }, 'name: Must have at most 5 characters.'],
  [{ kind: 'day', count: 11 }, 'count: Must be at most 10.'],
  [{ kind: 'day', count: 0 }, 'count: Must be at least 1.'],
  [{ kind: 'day', count: 1.5 }, 'count: Must be a whole number.'],
  [{ kind: 'day', tags: ['a', 'b', 'c'] }, 'tags: Must have at most 2 entries.'],
  [{ kind: 'day', mail: 'anna' }, 'mail: Must be an email address.'],
  [{ kind: 'day', more: { on: 'yes' } }, 'more.on: Must be true or false.'],
  [{ kind: 'day', more: [] }, 'more: Must be an object.'],
])('a fault is reported with its field, as a sentence [R225]: %j', (input, words) => {
  expect(refusalOf(input)).toBe(words)
})
