import { z } from 'zod'
import { get, type Operation } from './operation.ts'

/** A file that is written while it is sent: nobody holds all of it. */
export type Download = { name: string; parts: AsyncIterable<Uint8Array> }
const Download = z.custom<Download>()

/** An operation that answers with a file in place of JSON: over REST alone, as tRPC has no such answer. */
export type DownloadOperation<Input extends z.ZodObject = z.ZodObject> = Operation<Input, typeof Download> & {
  /** The media type of the file. */
  media: string
}

type Given<Input extends z.ZodObject> = Parameters<typeof get<Input, typeof Download>>[1]

/** A route that answers with a file. */
export const download = <Input extends z.ZodObject>(
  path: string,
  { media, ...given }: Omit<Given<Input>, 'output'> & { media: string },
): DownloadOperation<Input> => ({ ...get<Input, typeof Download>(path, { ...given, output: Download }), media })
