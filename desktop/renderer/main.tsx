import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../../shared/tokens.css'
import './dashboard.css'
import './keys.css'
import { Dashboard } from './dashboard.tsx'
import { takeLinkToken } from './link-token.ts'

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Dashboard link={takeLinkToken()} />
  </StrictMode>,
)
