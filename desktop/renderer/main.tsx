import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../../shared/tokens.css'
import './dashboard.css'
import { Dashboard } from './dashboard.tsx'
import { showTheme } from './frame/theme.ts'
import { takeLinkToken } from './link-token.ts'
import { readWords, WordsProvider } from './words/words.tsx'

showTheme()
const link = takeLinkToken()
void readWords().then((words) =>
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <WordsProvider first={words}>
        <Dashboard link={link} />
      </WordsProvider>
    </StrictMode>,
  ),
)
