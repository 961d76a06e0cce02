import { afterAll, beforeAll, test } from 'vitest'
import type { z } from 'zod'
import type { Operation } from '../server/core/operation.ts'
import { type Callers, openCallers } from './support/callers.ts'
import { everyOperation, hasBody, ownFields, send } from './support/every-operation.ts'
import { expectKept } from './support/golden.ts'
import { idle } from './support/idle.ts'
import { changesOf, fixed, rowsOf, textOf } from './support/rows.ts'
import type { Reply } from './support/world.ts'

let all: Callers

beforeAll(async () => {
  all = await openCallers()
})
afterAll(() => all.world.close())

const answerOf = ({ status, body }: Reply) => `${status} ${fixed(JSON.stringify(body, null, 1) ?? '')}`
const features = Object.entries(Object.groupBy(everyOperation, ({ name }) => name.split('.')[0] as string))

test.each(features)('%s: what each operation answers, and which rows it changes', async (feature, named = []) => {
  const kept: string[] = []
  for (const { name, operation } of named) {
    all.nextTest()
    const input = await all.example(name)
    await idle(all.world)
    const before = await rowsOf(all.world)
    const reply = await send(all.world, operation, input, all.caller(name))
    await idle(all.world)
    const changes = changesOf(before, await rowsOf(all.world))
    kept.push([`## ${name} ${textOf(input)}`, answerOf(reply), ...changes, ''].join('\n'))
  }
  await expectKept(`answers/operations/${feature}.txt`, kept.join('\n'))
})

/** A field is sent the shortest of these that it rejects. */
const tooLong = [1_000, 20_000, 400_000].map((length) => 'x'.repeat(length))

function wrongValues(schema: z.ZodType): unknown[] {
  const isWrong = (value: unknown) => !schema.safeParse(value).success
  return [null, '', {}, [], -1, 7, 1e15, true, [{}], ...tooLong.filter(isWrong).slice(0, 1)].filter(isWrong)
}

const short = (value: unknown) => JSON.stringify(value).slice(0, 20)

test.each(features)('%s: how a wrong field is refused', async (feature, named = []) => {
  const kept: string[] = []
  for (const { name, operation } of named as {
    name: (typeof everyOperation)[number]['name']
    operation: Operation
  }[]) {
    all.nextTest()
    const input = await all.untouched(name)
    for (const field of ownFields(operation))
      for (const value of wrongValues(operation.input.shape[field] as z.ZodType)) {
        if (!hasBody(operation) && typeof value === 'object') continue
        const { status, body } = await send(all.world, operation, { ...input, [field]: value }, all.caller(name))
        // A value that counts as omitted is accepted, and the result depends on other running work.
        if (status !== 400) continue
        kept.push(`${name} ${field}=${short(value)}: ${status} ${fixed(JSON.stringify(body))}`)
      }
  }
  await expectKept(`answers/refusals/${feature}.txt`, `${kept.join('\n')}\n`)
})
