/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { safeAddress } from '../../../shared/safe-address.ts'
import { useChat } from './chat-context.tsx'
import type { Stage } from './stage.ts'

type Props = { address: unknown; class?: string; children: ComponentChildren }

/** The origin whose links open in the page's own tab. A page that the chat fills is kept, so it has none. */
export const ownOrigin = ({ mounting }: Stage): string | undefined => (mounting.fill ? undefined : location.origin)

/** Attributes of a link: pages of `own` open in the same tab, others in a new one without a referrer. */
export function linkAttributes(href: string, own: string | undefined) {
  const isNew = href.startsWith('http') && new URL(href).origin !== own
  return { href, target: isNew ? '_blank' : undefined, rel: isNew ? 'noopener noreferrer nofollow' : undefined }
}

/** A link. Only its text if the URL is unsafe. */
export function ExternalLink({ address, class: className, children }: Props) {
  const { stage, words } = useChat()
  const href = safeAddress(address)
  if (!href) return <span class={className}>{children}</span>
  const attributes = linkAttributes(href, ownOrigin(stage))
  return (
    <a {...attributes} class={className}>
      {children}
      {attributes.target && <span class="hidden"> ({words.opensTab})</span>}
    </a>
  )
}

/** A link to the site's privacy page, if there is one. */
export function PrivacyLink() {
  const { state, words } = useChat()
  return state.site.privacyUrl ? <ExternalLink address={state.site.privacyUrl}>{words.privacy}</ExternalLink> : null
}
