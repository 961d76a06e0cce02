import type { Context } from '../../core/context.ts'

const tenTimesASecond = 100
/** Of a longer text, the beginning: what is told to other servers has to fit into a notification. */
const mostBytes = 6_000

export type Writing = {
  text(delta: string): void
  /** The reply is written, or given up; the message follows, where there is one. */
  end(): void
}

/**
 * Shows a reply while it grows: to the team, and to the visitor's other pages. At most ten times a second; of one that is
 * done sooner, nothing is told before the message itself.
 */
export function showWriting({ parts, site }: Context, conversationId: string): Writing {
  let text = ''
  let bytes = 0
  let isDue = false
  let isTold = false
  let cancel = () => {}
  const tell = (done: boolean) => {
    isDue = false
    isTold = true
    parts.moments.tell(site.id, 'reply.writing', { conversationId, text, done })
  }
  return {
    text(delta) {
      bytes += Buffer.byteLength(JSON.stringify(delta))
      if (bytes > mostBytes) return
      text += delta
      if (isDue) return
      isDue = true
      cancel = parts.clock.after(tenTimesASecond, () => tell(false))
    },
    end() {
      cancel()
      if (isTold) tell(true)
    },
  }
}
