import { z } from 'zod'
import { failureFields } from './failure.ts'
import { Milliseconds, next } from './page.ts'

/** Supported file types, by file extension. */
export const FileType = z.enum(['pdf', 'docx', 'txt', 'md', 'html', 'csv', 'json'])
export type FileType = z.infer<typeof FileType>

/** Maximum file size in bytes. */
export const maxFileBytes = 10 * 1024 * 1024

export const FileStatus = z.enum(['queued', 'processing', 'indexed', 'error'])
export type FileStatus = z.infer<typeof FileStatus>

export const KnowledgeFile = z
  .object({
    id: z.string().describe('Begins with `file_`.'),
    name: z.string(),
    type: FileType,
    size: z.int().describe('Size in bytes.'),
    status: FileStatus.describe('`indexed`: used for answers. `error`: processing failed; see `error`.'),
    passages: z.int().describe('Number of passages.'),
    truncated: z.boolean().describe('Whether only the beginning was learned because the file contains too much text.'),
    error: z.string().nullable().describe('Why processing failed, as text.'),
    ...failureFields,
    createdAt: Milliseconds,
    createdBy: z.string().nullable().describe('An email or `key:<key_id>`.'),
    processedAt: Milliseconds.nullable().describe('When processing succeeded or failed.'),
  })
  .meta({ id: 'KnowledgeFile', description: 'A file that the assistant uses for answers.' })
export type KnowledgeFile = z.infer<typeof KnowledgeFile>

export const KnowledgeFiles = z.object({ site: z.string(), files: z.array(KnowledgeFile), next })
export type KnowledgeFiles = z.infer<typeof KnowledgeFiles>

/** A file of a form as the server received it. Its bytes are stored, and deleted unless a record keeps them. */
export type UploadedFile = {
  /** As it was sent. */
  readonly name: string
  /** In bytes. */
  readonly size: number
  /** The SHA-256 in hex. */
  readonly hash: string
  /** The first bytes, at most 256 KB. */
  readonly head: Uint8Array
  /** The unfinished blob with its bytes. */
  readonly blob: string
}
export const UploadedFile: z.ZodType<UploadedFile> = z
  .any()
  .refine((sent) => typeof sent === 'object' && sent !== null, 'Must be a file.')
  .meta({ type: 'string', format: 'binary', contentEncoding: 'binary' })

export const NewFile = z
  .object({
    file: UploadedFile.describe(
      'A .pdf, .docx, .txt, .md, .html, .csv or .json file of at most 10 MB, with its file name.',
    ),
  })
  .meta({ id: 'NewFile' })
export type NewFile = z.infer<typeof NewFile>
