import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../../../shared/tokens.css'
import './dashboard.css'
import { readWords, WordsProvider } from '../words/words.tsx'
import { Dashboard } from './dashboard.tsx'
import { takeLinkToken } from './link-token.ts'
import { showTheme } from './theme.ts'

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
