import { Link } from '../../ui/link.tsx'
import type { Route } from '../../ui/route.ts'
import styles from './cards.module.css'

export type Fact = readonly [name: string, value: string, to?: Route | undefined]

/** Figures with their names. */
export function Facts({
  title,
  facts,
  children,
}: {
  title: string
  facts: readonly Fact[]
  children?: React.ReactNode
}) {
  return (
    <section className={styles.card} aria-label={title}>
      <h2>{title}</h2>
      <dl>
        {facts.map(([name, value, to]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {to ? (
                <Link to={to} aria-label={`${name}: ${value}`}>
                  {value}
                </Link>
              ) : (
                value
              )}
            </dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  )
}
