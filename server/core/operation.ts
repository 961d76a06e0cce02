import { z } from 'zod'
import type { Scope } from '../../shared/scope.ts'
import type { Context } from './context.ts'

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/**
 * One operation of the API. REST, OpenAPI, tRPC, audit and idempotency are derived from it. Input fields that the path
 * names come from the path; the others come from the query for GET and DELETE, otherwise from the body.
 */
export type Operation<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> = {
  method: Method
  path: string
  summary: string
  description?: string
  /** The required scope. `any` accepts every authenticated caller, `public` everybody. */
  scope: Scope | 'any' | 'public'
  /** Another scope with which it may be called. `run` then checks which of them the record needs. */
  orScope?: Scope
  /** The status of a success. Operations with 201 may answer 200 for a replaced record: see `statusOf`. */
  status: number
  /** Whether it works on one site, which `site` then names, or on the whole deployment. */
  on: 'site' | 'deployment'
  /** Whether it changes nothing. Such a POST is not audited. */
  reads: boolean
  /** Whether it answers with an event stream if the caller accepts one. */
  streams: boolean
  /** Error statuses in addition to those that every operation has. */
  errors: number[]
  input: Input
  output: Output
  /** The status of this answer if success has two, such as 201 for created and 200 for replaced. */
  statusOf?(answer: z.output<Output>): number
  /** Fields of the answer that contain a secret shown once. Such an answer is not stored for repeated requests. */
  secrets?: string[]
  /**
   * Whether `run` uses `ctx.earlierRecord` to resume what an earlier attempt of the same request stored before it failed. Other
   * operations are not run again under the same Idempotency-Key once they have changed something.
   */
  resumes?: boolean
  run(ctx: Context, input: z.output<Input>): Promise<z.input<Output>>
}

type Given<Input extends z.ZodObject, Output extends z.ZodType> = Pick<
  Operation<Input, Output>,
  'summary' | 'scope' | 'input' | 'output' | 'run'
> &
  Partial<
    Pick<
      Operation<Input, Output>,
      'description' | 'orScope' | 'status' | 'on' | 'reads' | 'streams' | 'errors' | 'statusOf' | 'secrets' | 'resumes'
    >
  >

const operation =
  <M extends Method>(method: M) =>
  <Input extends z.ZodObject, Output extends z.ZodType>(
    path: string,
    given: Given<Input, Output>,
  ): Operation<Input, Output> & { method: M } => ({
    status: 200,
    on: 'site',
    reads: method === 'get',
    streams: false,
    errors: [],
    ...given,
    method,
    path,
  })

export const get = operation('get')
export const post = operation('post')
export const put = operation('put')
export const patch = operation('patch')
export const del = operation('delete')

/**
 * The run of an operation that creates a record in one transaction. A repeat of a request whose answer was lost gets the
 * record as it is by then.
 */
export const createOnce = <Given, Answer>(
  create: (ctx: Context, given: Given) => Promise<Answer>,
  read: (ctx: Context, id: string, given: Given) => Promise<Answer>,
) => ({
  resumes: true,
  run: (ctx: Context, given: Given) =>
    ctx.earlierRecord === null ? create(ctx, given) : read(ctx, ctx.earlierRecord, given),
})

/** The parameter names of a path: `/leads/:id/notes` has `id`. */
export const pathNames = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string)

/** An operation with a file in its input, which is a form. Available over REST only, as tRPC has no files. */
export type UploadOperation<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> = Operation<
  Input,
  Output
> & {
  /**
   * Refuses a file that would not be accepted anyway, before its bytes are received.
   * @param fields those of the path, and those of the form before the file; not validated yet
   * @returns the maximum bytes of the file
   */
  admitFile(ctx: Context, fields: Record<string, unknown>): Promise<number>
}

export const upload = <Input extends z.ZodObject, Output extends z.ZodType>(
  path: string,
  { admitFile, ...given }: Given<Input, Output> & Pick<UploadOperation, 'admitFile'>,
): UploadOperation<Input, Output> => ({ ...post(path, given), admitFile })

export type Operations = Record<string, Record<string, Operation>>

/** A file that is generated while it is sent, so it is never entirely in memory. */
export type Download = {
  name: string
  parts: AsyncIterable<Uint8Array>
  /** Default: that of the operation. */
  media?: string
  /** Of a stored file: its size in bytes and its hash. */
  stored?: { size: number; hash: string }
}
const Download = z.custom<Download>()

/** An operation that answers with a file instead of JSON. Available over REST only, as tRPC cannot return files. */
export type DownloadOperation<Input extends z.ZodObject = z.ZodObject> = Operation<Input, typeof Download> & {
  /** The media type of the file. */
  media: string
}

type GivenDownload<Input extends z.ZodObject> = Parameters<typeof get<Input, typeof Download>>[1]

export const download = <Input extends z.ZodObject>(
  path: string,
  { media, ...given }: Omit<GivenDownload<Input>, 'output'> & { media: string },
): DownloadOperation<Input> => ({ ...get<Input, typeof Download>(path, { ...given, output: Download }), media })
