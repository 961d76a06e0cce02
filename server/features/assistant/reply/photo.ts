import { Buffer } from 'node:buffer'
import type { StoredMessage } from '../../../../shared/message.ts'
import { readWholeBlob } from '../../../core/blobs.ts'
import type { Context } from '../../../core/context.ts'
import type { ChatImage, ModelInfo } from '../../../outside/model.ts'

/** What an image takes up in a model's window, roughly; models cut images into a fixed number of parts. */
export const imageTokens = 1_500

/** The model that sees the photos of visitors, if the site lets one; undefined means that of the site. */
export const visionModelOf = ({ site }: Context): string | undefined => site.settings.files.visionModel || undefined

/** Whether a model may be shown the photo of this message. */
export function isPhotoToSee({ site }: Context, message: StoredMessage | undefined): boolean {
  const { file } = message ?? {}
  return site.settings.files.aiSeesPhotos && isImage(file) && file?.deletedAt === undefined
}

const isImage = (file: StoredMessage['file']) => file?.type.startsWith('image/') === true

/**
 * The photo of the visitor's message, for this model. Undefined if there is none, or the model cannot see. A model that
 * the owner named for photos is believed to see, because not every server tells.
 */
export async function readPhoto(
  ctx: Context,
  message: StoredMessage | undefined,
  { vision }: Pick<ModelInfo, 'vision'>,
): Promise<ChatImage | undefined> {
  const file = message?.file
  if (!file || !isPhotoToSee(ctx, message) || !(vision || visionModelOf(ctx))) return undefined
  const bytes = await readWholeBlob(ctx.sql, { kind: 'chat_file', id: file.id })
  return bytes.length === file.size ? { type: file.type, base64: Buffer.from(bytes).toString('base64') } : undefined
}

/** Whether the message is a file without a word: its text is the name. */
export const isOnlyFile = (message: StoredMessage | undefined): boolean =>
  message?.file !== undefined && message.text === message.file.name
