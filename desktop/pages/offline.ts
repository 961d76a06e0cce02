import '../../shared/tokens.css'
import './pages.css'
import type { Fault, PageBridge } from '../bridge.ts'
import { faultWords, find, insertWords } from './words.ts'

const bridge = window.frontdeskPages as PageBridge
const retry = find<HTMLButtonElement>('[name=retry]')
const soonest = 2_000
const latest = 30_000

insertWords()
showFault((await bridge.state()).fault)
retry.addEventListener('click', attempt)
find('[name=change]').addEventListener('click', () => void bridge.change())
addEventListener('online', attempt)
attemptLater(soonest)

function showFault(fault: Fault | null): void {
  if (fault !== null) find('#fault').textContent = faultWords(fault)
}

async function attempt(): Promise<void> {
  retry.disabled = true
  showFault(await bridge.retry())
  retry.disabled = false
}

/** With backoff, so that a restarted server is not met by everybody at once. */
function attemptLater(wait: number): void {
  setTimeout(
    async () => {
      await attempt()
      attemptLater(Math.min(wait * 1.6, latest))
    },
    wait * (0.75 + Math.random() / 2),
  )
}
