import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { navigate, pathOf, type Route } from './route.ts'

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { to: Route; replace?: boolean }

/** A link within the dashboard. With a modifier key or the middle button, the browser opens it as usual. */
export function Link({ to, replace = false, onClick, ...rest }: Props) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    navigate(to, { replace })
  }
  return <a {...rest} href={pathOf(to)} onClick={follow} />
}
