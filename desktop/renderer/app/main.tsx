import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../../../shared/tokens.css'
import '../ui/layout.css'
import './dashboard.css'
import '../ui/page.css'
import '../ui/lists.css'
import '../ui/note.css'
import '../ui/popup.css'
import { readWords, WordsProvider } from '../words/words.tsx'
import { Dashboard } from './dashboard.tsx'
import { showTheme } from './theme.ts'

showTheme()
const link = readLinkToken()
void readWords().then((words) =>
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <WordsProvider first={words}>
        <Dashboard link={link} />
      </WordsProvider>
    </StrictMode>,
  ),
)

/**
 * The token of the one-time link that opened this page, if any. It is in the fragment, so that no server logs it.
 */
function readLinkToken(): string | undefined {
  if (!location.pathname.endsWith('/link')) return undefined
  const token = location.hash.slice(1)
  if (!token) history.replaceState(null, '', '/dashboard')
  return token || undefined
}
