import type { ChatSite } from '../../../shared/chat.ts'
import type { MountedChat, Task } from '../../chat/mounting.ts'

/** Methods of `Svc` that few pages call, for arbitrary arguments. They throw for invalid ones. */
export const run = {
  openHome: ({ show }: MountedChat) => show('home', null),
  openForm(chat: MountedChat, id: unknown) {
    const form = lookOf(chat).forms?.find((one) => one.id === id)
    openTask(chat, form && { kind: 'form', form })
  },
  openFlow(chat: MountedChat, id: unknown) {
    const flow = lookOf(chat).flows?.find((one) => one.id === id)
    openTask(chat, flow && { kind: 'flow', flow })
  },
  prefill: ({ talk }: MountedChat, given: unknown) =>
    talk.prefill(textsOf(given, ['name', 'email', 'phone', 'message'])),
  setAttributes: ({ talk }: MountedChat, given: unknown) => talk.setAttributes(textsOf(given)),
}

const lookOf = ({ talk }: MountedChat): ChatSite['widget'] => talk.state.site.widget

function openTask({ show }: MountedChat, task: Task | undefined): void {
  if (!task) throw new Error('the site has nothing with this id')
  show('chat', task)
}

/** The fields that are texts. Numbers and booleans become texts, everything else is left out. */
function textsOf(given: unknown, names?: string[]): Record<string, string> {
  if (typeof given !== 'object' || Array.isArray(given)) throw new Error('an object is wanted')
  const kinds = ['string', 'number', 'boolean']
  const fields = Object.entries(given as object).filter(
    ([name, value]) => kinds.includes(typeof value) && (!names || names.includes(name)),
  )
  if (fields.length === 0) throw new Error('an object with texts is wanted')
  return Object.fromEntries(fields.map(([name, value]) => [name, String(value)]))
}
