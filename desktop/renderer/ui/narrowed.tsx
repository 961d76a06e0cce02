import { X } from 'lucide-react'
import type { Route } from '../app/route.ts'
import { Link } from './link.tsx'
import './narrowed.css'

type Props = { title: string; chips: readonly string[]; all: string; to: Route }

/** By what a list is narrowed that an address names, and the way out of it. */
export function Narrowed({ title, chips, all, to }: Props) {
  return (
    <section className="found" aria-label={title}>
      <ul>
        {chips.map((chip) => (
          <li key={chip} dir="auto">
            {chip}
          </li>
        ))}
      </ul>
      <Link to={to}>
        <X size={16} aria-hidden="true" />
        {all}
      </Link>
    </section>
  )
}
