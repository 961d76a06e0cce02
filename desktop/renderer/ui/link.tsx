import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { go, pathOf, type Route } from '../app/route.ts'

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { to: Route; replace?: boolean }

/** A link within the dashboard. With a key held, or by the middle button, the browser opens it as it does any other. */
export function Link({ to, replace = false, onClick, ...rest }: Props) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go(to, { replace })
  }
  return <a {...rest} href={pathOf(to)} onClick={follow} />
}
