import { Check } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useDesk } from '../../live/desk.tsx'
import { initialsOf } from '../../live/row-words.ts'
import { useWords } from '../../words/words.tsx'
import menu from './menu.module.css'
import { closeMenu, Menu } from './menu.tsx'
import styles from './site-menu.module.css'

/** Selects the site. With a single site, only shows its name. */
export function SiteMenu() {
  const { site, sites, chooseSite } = useDesk()
  const { frame } = useWords()
  const sign = (
    <span className={styles.siteSign} aria-hidden="true">
      {initialsOf(site.name)}
    </span>
  )
  if (sites.length === 1)
    return (
      <span className={styles.railSign} role="img" aria-label={frame.site(site.name)} title={site.name}>
        {sign}
      </span>
    )
  const choose = ({ currentTarget }: MouseEvent<HTMLButtonElement>, id: string) => {
    closeMenu(currentTarget)
    chooseSite(id)
  }
  return (
    <Menu id="site-menu" label={frame.site(site.name)} place="top" button={sign}>
      <p className={`${menu.head} muted`}>{frame.sites}</p>
      {sites.map(({ id, name }) => (
        <button key={id} type="button" aria-pressed={id === site.id} onClick={(event) => choose(event, id)}>
          <span className={menu.name} dir="auto">
            {name}
          </span>
          {id === site.id && <Check size={16} aria-hidden="true" />}
        </button>
      ))}
    </Menu>
  )
}
