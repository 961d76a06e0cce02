import type { ReactNode } from 'react'
import { safeAddress } from './safe-address.ts'

type Props = { address: string; children: ReactNode; className?: string }

/**
 * A link out of the dashboard, or its label alone where the address is not allowed. Where it leads stands in its title; the
 * place that it leads to learns nothing of this page.
 * @param address hostile
 */
export function Away({ address, children, className }: Props) {
  const safe = safeAddress(address)
  if (!safe) return <span className={className}>{children}</span>
  const away = safe.startsWith('http') ? { target: '_blank' } : {}
  return (
    <a href={safe} title={safe} className={className} dir="auto" rel="noopener noreferrer nofollow" {...away}>
      {children}
    </a>
  )
}
