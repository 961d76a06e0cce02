import type { ReactNode } from 'react'
import { safeAddress } from '../../../shared/safe-address.ts'

type Props = { address: string; children: ReactNode; className?: string }

/**
 * A link to another site, or only its label if the address is unsafe. Its title shows the address. It sends no
 * referrer.
 * @param address untrusted
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
