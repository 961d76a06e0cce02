import { useCommand } from '../../keys/commands.tsx'
import { setAvailable, useAvailable } from '../../live/availability.ts'
import { useDesk } from '../../live/desk.tsx'
import { navigate } from '../../ui/route.ts'
import { toast } from '../../ui/toast.ts'
import { useWords } from '../../words/words.tsx'
import { type Screen, screens } from '../screens.ts'

/** Commands that are available on every screen. */
export function FrameCommands() {
  const { client, site, window } = useDesk()
  const available = useAvailable()
  const { frame, keys } = useWords()
  useCommand({
    id: 'available',
    words: frame.toggleAvailable,
    group: keys.general,
    keys: 'g a',
    run() {
      toast(available ? frame.nowAway : frame.nowAvailable)
      setAvailable(!available, { client, site: site.id, window })
    },
  })
  return screens.map((screen) => <GoCommand key={screen.page} screen={screen} />)
}

function GoCommand({ screen: { page, keys: pressed, managed, to } }: { screen: Screen }) {
  const { mayManage } = useDesk()
  const { frame, keys } = useWords()
  useCommand(
    { id: `go.${page}`, words: frame.go[page], group: keys.general, keys: pressed, run: () => navigate(to()) },
    mayManage || !managed,
  )
  return null
}
