import type { Context } from '../../core/context.ts'

const tenTimesASecond = 100
/** A longer text is cut, because the event must fit into a notification to other servers. */
const maxBytes = 6_000

export type ReplyProgress = {
  text(delta: string): void
  /** Its place in the queue of the model; 1 is next, 0 that the wait is over. */
  waits(place: number): void
  /** The reply is complete or has failed. Its message follows, if there is one. */
  end(): void
}

/**
 * Publishes a reply while it waits and while it grows, to the team and to the visitor's other pages, at most ten times a second. A reply
 * that completes sooner is only published as its message.
 */
export function publishProgress({ services, site }: Context, conversationId: string): ReplyProgress {
  let text = ''
  let bytes = 0
  let isDue = false
  let isPublished = false
  let cancel = () => {}
  const publish = (done: boolean) => {
    isDue = false
    isPublished = true
    services.ephemeral.publish(site.id, 'reply.writing', { conversationId, text, done })
  }
  return {
    waits(place) {
      isPublished = true
      services.ephemeral.publish(site.id, 'reply.writing', { conversationId, text, done: false, place })
    },
    text(delta) {
      bytes += Buffer.byteLength(JSON.stringify(delta))
      if (bytes > maxBytes) return
      text += delta
      if (isDue) return
      isDue = true
      cancel = services.clock.after(tenTimesASecond, () => publish(false))
    },
    end() {
      cancel()
      if (isPublished) publish(true)
    },
  }
}
