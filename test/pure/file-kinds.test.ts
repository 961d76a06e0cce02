import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { proveFile } from '../../server/core/file-kinds.ts'

const zip = 'PK\u0003\u0004'
const office = 'application/vnd.openxmlformats-officedocument'

test.each([
  ['offer.pdf', '%PDF-1.7', 'application/pdf'],
  ['offer.docx', zip, `${office}.wordprocessingml.document`],
  ['Prices.XLSX', zip, `${office}.spreadsheetml.sheet`],
  ['notes.txt', 'Hello', 'text/plain'],
  ['list.csv', 'a;b', 'text/csv'],
])('%s is accepted by its first bytes', (name, head, media) => {
  expect(proveFile(name, Buffer.from(head, 'latin1'))).toEqual({ name, media, pixels: undefined })
})

test.each([
  ['offer.docx', 'PK\u0005\u0006'],
  ['offer.docx', 'PK\u0003'],
  ['offer.pdf', '<html>'],
  ['photo.png', '%PDF-1.7'],
  ['notes.txt', 'a\u0000b'],
  ['notes.txt', ''],
  ['tool.exe', 'MZ'],
])('%s that begins with “%s” is refused', (name, head) => {
  expect(() => proveFile(name, Buffer.from(head, 'latin1'))).toThrow(/^file: /)
})
