import { expect, test } from 'vitest'
import { fittingFields } from '../../server/features/jobs/of-conversation.ts'
import type { JobField } from '../../shared/job.ts'

const field = (type: JobField['type'], options?: string[]) =>
  ({ name: 'roof', label: 'Roof', type, required: false, ...(options && { options }) }) as JobField

test.each([
  [field('choice', ['Flat', 'Pitched']), 'flat', 'Flat'],
  [field('choice', ['Flat', 'Pitched']), 'round', undefined],
  [field('number'), ' 12.5 ', '12.5'],
  [field('number'), 'about twelve', undefined],
  [field('date'), '2026-02-30', undefined],
  [field('boolean'), 'yes', undefined],
  [field('text'), 'x'.repeat(1000), 'x'.repeat(1000)],
  [field('text'), 'x'.repeat(1001), undefined],
  [field('text'), undefined, undefined],
])('what a visitor gives for a field is taken only if the field accepts it: %j %j', (one, text, value) => {
  expect(fittingFields(one, text)).toEqual(value === undefined ? [] : [['roof', value]])
})
