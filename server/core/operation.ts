import type { z } from 'zod'
import type { Scope } from '../../shared/scope.ts'
import type { Context } from './context.ts'

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/**
 * One thing that the outside may ask for. REST, OpenAPI, tRPC, audit and idempotency are derived from it.
 * Fields of `input` that the path names come from the path; of the others, GET and DELETE read the query, the rest the body.
 */
export type Operation<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodType = z.ZodType> = {
  method: Method
  path: string
  summary: string
  description?: string
  /** The scope that a caller needs; `any` takes every caller that is known, `public` everybody. */
  scope: Scope | 'any' | 'public'
  /** What a success answers with. 201 operations may answer `replaced` things with 200: see `statusOf`. */
  status: number
  /** Whether it works on one site (then `site` may be named) or on the deployment. */
  on: 'site' | 'deployment'
  /** Whether it changes nothing, so that it is not audited although its method is POST. */
  reads: boolean
  /** Whether it answers as an event stream where the caller accepts one. */
  streams: boolean
  /** Statuses of refusals beyond those that every operation has. */
  errors: number[]
  input: Input
  output: Output
  /** The status of this answer where success has two, such as 201 for added and 200 for replaced. */
  statusOf?(answer: z.output<Output>): number
  /** Names fields of the answer that hold a secret shown once: such an answer is not kept for a repeated request. */
  secrets?: string[]
  /**
   * Whether `run` looks at `ctx.begun`, and goes on with what an earlier try of the same request stored before it failed.
   * Others are not run twice under one Idempotency-Key once they changed something.
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
      'description' | 'status' | 'on' | 'reads' | 'streams' | 'errors' | 'statusOf' | 'secrets' | 'resumes'
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

/** The names in a path: `/leads/:id/notes` has `id`. */
export const pathNames = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string)

/** Operations by feature and name. */
export type Operations = Record<string, Record<string, Operation>>
