import { Buffer } from 'node:buffer'
import { GrammyError } from 'grammy/web'
import { describe, expect, test } from 'vitest'
import { FailureError, failure, failureOf } from '../../server/core/failure.ts'
import { Unreadable } from '../../server/core/reader.ts'
import { readFile } from '../../server/features/knowledge/reading/file.ts'
import { tooMuch } from '../../server/features/knowledge/reading/reader.ts'
import { unzip } from '../../server/features/knowledge/reading/zip.ts'
import { asDialError } from '../../server/outside/dial-error.ts'
import { asTelegramError } from '../../server/outside/telegram-error.ts'
import type { ErrorParams } from '../../shared/error.ts'
import type { FileType } from '../../shared/file.ts'
import { bombs } from '../support/bombs.ts'
import { pdfOf, zipOf } from '../support/files.ts'

test('a failure is its sentence, its reason and its values; an error of another kind has only a sentence', () => {
  const why = { message: 'It is too deep.', reason: 'file_nested', params: { max: 7 } }
  expect(failure('file_nested', 'It is too deep.', { max: 7 })).toEqual(why)
  expect(failureOf(new FailureError(failure('file_nested', 'It is too deep.', { max: 7 })))).toEqual(why)
  expect(failureOf(new Error('Out of luck.'))).toEqual({ message: 'Out of luck.', reason: null, params: null })
})

describe('a file that cannot be read', () => {
  const bomb = (named: string) => bombs.find(([name]) => name === named)![2]()
  // The PDF library refuses a Buffer.
  const bytesOf = (content: string | Uint8Array) => new Uint8Array(Buffer.from(content))

  test.each<[string, FileType, string | Uint8Array, string, ErrorParams]>([
    ['no text', 'txt', ' \n ', 'file_empty', {}],
    ['a scan', 'pdf', pdfOf([[]]), 'file_scan', {}],
    ['no PDF', 'pdf', 'Hello', 'file_no_pdf', {}],
    ['a password of a PDF', 'pdf', bomb('a password of a PDF'), 'file_password', {}],
    ['a stream that is packed twice', 'pdf', bomb('a stream that is packed twice'), 'file_unpacked', {}],
    ['an old Word file', 'docx', bomb('a password'), 'file_old_word', {}],
    ['an archive that unpacks to 60 MB', 'docx', bomb('an archive that unpacks to 60 MB'), 'file_unpacked', {}],
    ['too many columns', 'csv', `a\n${'x,'.repeat(1_001)}`, 'file_columns', { max: 1000 }],
    ['an open quotation mark', 'csv', 'a,b\n"c', 'file_no_table', {}],
    ['no JSON', 'json', '[[', 'file_no_json', {}],
    ['deep JSON', 'json', `${'['.repeat(200)}1${']'.repeat(200)}`, 'file_nested', { max: 100 }],
  ])('says so by its reason: %s', async (_, type, content, reason, params) => {
    const fault = await readFile(type, bytesOf(content)).catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(Unreadable)
    expect(fault).toMatchObject({ reason, params })
  })

  test('also if it has too many parts, or takes too much', () => {
    const parts = zipOf(Object.fromEntries(Array.from({ length: 5_001 }, (_, at) => [`${at}.xml`, ''])))
    const fault = () => unzip(parts, () => true, 100)
    expect(fault).toThrow(expect.objectContaining({ reason: 'file_parts', params: { max: 5000 } }))
    expect([tooMuch.readFile(), tooMuch.readPage(), tooMuch.readSitemap()].map(({ reason }) => reason)).toEqual([
      'file_memory',
      'page_unreadable',
      'sitemap_invalid',
    ])
  })
})

test.each([
  ['ENOTFOUND', 'host_unresolved'],
  ['ECONNREFUSED', 'host_unreachable'],
  ['CERT_HAS_EXPIRED', 'certificate_invalid'],
  ['ERR_INVALID_CHAR', 'headers_invalid'],
  ['ECONNRESET', 'connection_broken'],
])('a call that fails with %s: %s', (code, reason) => {
  const error = asDialError(Object.assign(new Error(), { code }), 'shop.example')
  expect(error).toMatchObject({ reason, params: { host: 'shop.example' } })
})

test.each([
  [401, 'Unauthorized', 'telegram_token', {}],
  [403, 'Forbidden: bot was kicked', 'telegram_chat', { why: 'Forbidden: bot was kicked (403)' }],
  [400, 'Bad Request: chat not found', 'telegram_chat', { why: 'Bad Request: chat not found (400)' }],
  [400, 'Bad Request: text is empty', 'telegram_refused', { why: 'Bad Request: text is empty (400)' }],
  [500, 'Internal Server Error', 'telegram_failed', { why: 'Internal Server Error (500)' }],
])('Telegram answers %i %s: %s', (error_code, description, reason, params) => {
  const answer = { ok: false as const, error_code, description }
  expect(asTelegramError(new GrammyError('failed', answer, 'getMe', {}))).toMatchObject({ reason, params })
})
