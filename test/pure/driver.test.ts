import { readFileSync } from 'node:fs'
import { Duplex } from 'node:stream'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { databaseFault } from '../../server/database/fault.ts'
import { frame, int32, readyFrame, splitFrames, startupAnswer, text } from '../../server/database/wire.ts'

const int16 = (value: number) => int32(value).subarray(2)
const column = frame('T', int16(1), text('n'), int32(0), int16(0), int32(25), int16(0), int32(0), int16(0))
const row = (value: string) => frame('D', int16(1), int32(value.length), Buffer.from(value))
const complete = (tag: string) => frame('C', text(tag))

/** A database that answers each query with the next of these. */
function backend(answers: Buffer[]): Duplex {
  let started = false
  return new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      done()
      // The driver drops responses that arrive inside its own write.
      queueMicrotask(() => {
        if (started)
          for (const _ of splitFrames(chunk).frames.filter(({ type }) => type === 'Q')) this.push(answers.shift())
        else this.push(startupAnswer(1, {}))
        started = true
      })
    },
  })
}

function connect(...answers: Buffer[][]): postgres.Sql {
  const socket = () => backend(answers.map((frames) => Buffer.concat([...frames, readyFrame('I')])))
  return postgres({ socket, host: 'none', max: 1, fetch_types: false } as postgres.Options<Record<string, never>>)
}

test('the installed driver is the patched one, however a program imports it', () => {
  expect(JSON.parse(readFileSync('node_modules/postgres/package.json', 'utf8'))).toMatchObject({
    version: '3.4.9-frontdesk.1',
    exports: { types: './types/index.d.ts', default: './src/index.js' },
  })
  expect(readFileSync('node_modules/postgres/src/connection.js', 'utf8')).toBe(
    readFileSync('vendor/postgres/src/connection.js', 'utf8'),
  )
})

test.each([
  ['fewer rows than the database counted', [column, row('1'), complete('SELECT 2')]],
  ['more rows than the database counted', [column, row('1'), row('2'), complete('SELECT 1')]],
  ['none of the rows that were inserted', [column, complete('INSERT 0 1')]],
])('a result with %s is a database error, and the next one is complete', async (_, answer) => {
  const sql = connect(answer, [column, row('3'), complete('SELECT 1')])
  const error = await sql
    .unsafe('select')
    .simple()
    .catch((reason) => reason)
  expect(error).toMatchObject({ code: 'INCOMPLETE_RESULT' })
  expect(databaseFault(error)).toBe('a result lacks rows')
  expect(await sql.unsafe('select').simple()).toEqual([{ n: '3' }])
})

test('commands that count rows without sending them are not an error', async () => {
  const sql = connect([complete('INSERT 0 5')], [column, row('1'), complete('SELECT 1'), complete('SELECT 7')])
  expect(await sql.unsafe('insert').simple()).toMatchObject({ count: 5, length: 0 })
  expect(await sql.unsafe('select; create table as').simple()).toEqual([{ n: '1' }])
})
