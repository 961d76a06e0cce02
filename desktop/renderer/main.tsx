import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../../shared/tokens.css'
import './dashboard.css'
import { Dashboard } from './dashboard.tsx'
import { showTheme } from './frame/theme.ts'
import { takeLinkToken } from './link-token.ts'

showTheme()
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Dashboard link={takeLinkToken()} />
  </StrictMode>,
)
