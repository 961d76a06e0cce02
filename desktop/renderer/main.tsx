import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../../shared/tokens.css'
import './dashboard.css'
import { Dashboard } from './dashboard.tsx'

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Dashboard />
  </StrictMode>,
)
