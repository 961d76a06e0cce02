/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { useChat } from './chat-context.tsx'
import { safeAddress } from './safe-address.ts'

type Props = { address: unknown; class?: string; children: ComponentChildren }

/** A link that opens beside the page and tells where it leads nothing of it; its words alone where it may lead nowhere. */
export function Away({ address, class: className, children }: Props) {
  const { words } = useChat()
  const href = safeAddress(address)
  if (!href) return <span class={className}>{children}</span>
  return (
    <a href={href} class={className} target="_blank" rel="noopener noreferrer nofollow">
      {children}
      {href.startsWith('http') && <span class="hidden"> ({words.opensTab})</span>}
    </a>
  )
}

/** To the site's page on privacy, where it has one. */
export function PrivacyLink() {
  const { state, words } = useChat()
  return state.site.privacyUrl ? <Away address={state.site.privacyUrl}>{words.privacy}</Away> : null
}
