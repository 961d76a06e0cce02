import type { Link } from '../../../../shared/message.ts'
import { Away } from '../external-link.tsx'
import { inPlaces } from '../in-places.ts'

/** Links as the visitor was shown them. */
export function LinkList({ title, links }: { title: string | undefined; links: Link[] }) {
  return (
    <>
      {title && (
        <p className="heading" dir="auto">
          {title}
        </p>
      )}
      <ul className="links">{inPlaces(links.map(linkOf))}</ul>
    </>
  )
}

const linkOf = ({ label, url, description }: Link) => (
  <li>
    <Away address={url}>{label}</Away>
    {description && (
      <p className="muted" dir="auto">
        {description}
      </p>
    )}
  </li>
)
