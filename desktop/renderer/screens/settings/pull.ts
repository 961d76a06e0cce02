import type { Models, Pull } from '../../../../shared/model.ts'

export const isFetching = ({ status }: Pull): boolean => status === 'queued' || status === 'running'

/**
 * The pull as it is now: what was told of the moment is ahead of what was read, but its end is only read.
 * @param told the last that was told, maybe of an earlier pull
 */
export function latestPull(read: Pull | null, told: Pull | undefined): Pull | null {
  if (!told || !isFetching(told)) return read
  if (told.id !== read?.id) return !read || (!isFetching(read) && told.startedAt > read.startedAt) ? told : read
  return isFetching(read) && told.completed >= read.completed ? told : read
}

/** Small ones that run on most machines, of which there is none yet. */
export function offersFor({ models, chat, embedding, mayEmbed }: Models): string[] {
  const offers = [
    ...(chat === null ? ['qwen3:4b', 'llama3.2'] : []),
    ...(mayEmbed && embedding === null ? ['nomic-embed-text'] : []),
  ]
  return offers.filter((offer) => !models.some(({ name }) => name.replace(/:latest$/, '') === offer))
}
