/** @jsxImportSource preact */
import { ExternalLink } from '../external-link.tsx'
import { Icon } from '../icon.tsx'

/** Links to pages, one per row. */
export function LinkList({
  items,
}: {
  items: readonly { label: string; url: string; description?: string | undefined }[]
}) {
  return (
    <ul class="rows">
      {items.map(({ label, url, description }) => (
        <li key={`${label} ${url}`}>
          <ExternalLink address={url} class="row">
            <span class="grow">
              <span dir="auto">{label}</span>
              {description && (
                <span class="aside" dir="auto">
                  {description}
                </span>
              )}
            </span>
            <Icon name="away" />
          </ExternalLink>
        </li>
      ))}
    </ul>
  )
}
