import { z } from 'zod'
import { Milliseconds, next } from './page.ts'

/** What a file can be, by the ending of its name. */
export const FileType = z.enum(['pdf', 'docx', 'txt', 'md', 'html', 'csv', 'json'])
export type FileType = z.infer<typeof FileType>

/** The largest file that is taken, in bytes. */
export const mostFileBytes = 10 * 1024 * 1024

export const FileStatus = z.enum(['queued', 'processing', 'indexed', 'error'])
export type FileStatus = z.infer<typeof FileStatus>

export const KnowledgeFile = z
  .object({
    id: z.string().describe('Begins with `file_`.'),
    name: z.string(),
    type: FileType,
    size: z.int().describe('In bytes.'),
    status: FileStatus.describe(
      '`indexed`: it is answered from. `error`: it could not be learned, and `error` says why.',
    ),
    passages: z.int().describe('How many passages it was cut into.'),
    truncated: z.boolean().describe('Whether only its beginning was learned, as it holds more text than is taken.'),
    error: z.string().nullable().describe('Why it is not learned, in words.'),
    createdAt: Milliseconds,
    createdBy: z.string().nullable().describe('An email or `key:<key_id>`.'),
    processedAt: Milliseconds.nullable().describe('When it was learned, or found that it cannot be.'),
  })
  .meta({ id: 'KnowledgeFile', description: 'A file that the assistant answers from.' })
export type KnowledgeFile = z.infer<typeof KnowledgeFile>

export const KnowledgeFiles = z.object({ site: z.string(), files: z.array(KnowledgeFile), next })
export type KnowledgeFiles = z.infer<typeof KnowledgeFiles>

export const NewFile = z
  .object({
    file: z.file().describe('A .pdf, .docx, .txt, .md, .html, .csv or .json of at most 10 MB, with its name.'),
  })
  .meta({ id: 'NewFile' })
export type NewFile = z.infer<typeof NewFile>
