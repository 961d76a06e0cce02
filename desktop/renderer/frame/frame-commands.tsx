import { setAvailable, useAvailable } from '../data/availability.ts'
import { useDesk } from '../data/desk.tsx'
import { say } from '../data/toasts.ts'
import { useCommand } from '../keys/commands.tsx'
import { useWords } from '../words/words.tsx'
import { lastList } from './last-list.ts'
import { go } from './route.ts'

/** What can be done from every screen. */
export function FrameCommands() {
  const { client, site, window, mayManage } = useDesk()
  const available = useAvailable()
  const { frame, keys } = useWords()
  const group = keys.general
  useCommand({
    id: 'go.inbox',
    words: frame.goInbox,
    group,
    keys: 'g i',
    run: () => go({ page: 'inbox', list: lastList(), id: null }),
  })
  useCommand(
    {
      id: 'go.knowledge',
      words: frame.goKnowledge,
      group,
      keys: 'g k',
      run: () => go({ page: 'knowledge', tab: '', id: null }),
    },
    mayManage,
  )
  useCommand({
    id: 'go.settings',
    words: frame.goSettings,
    group,
    keys: 'g s',
    run: () => go({ page: 'settings', name: '' }),
  })
  useCommand({
    id: 'available',
    words: frame.toggleAvailable,
    group,
    keys: 'g a',
    run() {
      say(available ? frame.nowAway : frame.nowAvailable)
      setAvailable(!available, { client, site: site.id, window })
    },
  })
  return null
}
