import { BookOpen, Keyboard, LogOut, UserRound } from 'lucide-react'
import type { MouseEvent } from 'react'
import { KeysOf } from '../../keys/key-caps.tsx'
import { openDialog } from '../../keys/modal.tsx'
import { useDesk } from '../../live/desk.tsx'
import { initialsOf } from '../../live/row-words.ts'
import { Link } from '../../ui/link.tsx'
import { allLanguages, useLanguage, useWords } from '../../words/words.tsx'
import { chooseTheme, themes, useTheme } from '../theme.ts'
import menu from './menu.module.css'
import { closeMenu, Menu } from './menu.tsx'
import styles from './site-menu.module.css'

/** The signed-in person, appearance and language, and signing out. */
export function ProfileMenu() {
  const { me, signOut } = useDesk()
  const { frame } = useWords()
  const name = me.name ?? me.email
  const close = ({ currentTarget }: MouseEvent<HTMLElement>) => closeMenu(currentTarget)
  const face = (
    <span className={styles.profileFace} aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
  const sheet = (event: MouseEvent<HTMLElement>) => {
    close(event)
    openDialog.set('sheet')
  }
  return (
    <Menu id="profile-menu" label={frame.profile(name)} place="bottom" button={face}>
      <p className={menu.head}>
        <bdi>{name}</bdi>
        <span className="muted">
          {me.name !== null && `${me.email} · `}
          {me.owner ? frame.owner : me.role === 'admin' ? frame.admin : frame.member}
        </span>
      </p>
      <Appearance />
      <Link to={{ page: 'settings', name: 'account' }} onClick={close}>
        <UserRound size={16} aria-hidden="true" />
        <span className={menu.name}>{frame.account}</span>
      </Link>
      <button type="button" onClick={sheet}>
        <Keyboard size={16} aria-hidden="true" />
        <span className={menu.name}>{frame.keys}</span>
        <KeysOf id="sheet" />
      </button>
      <a href="/docs/" target="_blank" rel="noreferrer">
        <BookOpen size={16} aria-hidden="true" />
        <span className={menu.name}>{frame.api}</span>
      </a>
      <hr />
      <button type="button" onClick={signOut}>
        <LogOut size={16} aria-hidden="true" />
        <span className={menu.name}>{frame.signOut}</span>
      </button>
    </Menu>
  )
}

function Appearance() {
  const { frame } = useWords()
  const theme = useTheme()
  const { language, choose } = useLanguage()
  return (
    <>
      <fieldset>
        <legend>{frame.theme}</legend>
        {themes.map((one) => (
          <label key={one}>
            <input type="radio" name="theme" checked={one === theme} onChange={() => chooseTheme(one)} />
            {frame[one]}
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>{frame.language}</legend>
        {allLanguages.map(({ id, name }) => (
          <label key={id} lang={id}>
            <input type="radio" name="language" checked={id === language} onChange={() => choose(id)} />
            {name}
          </label>
        ))}
      </fieldset>
    </>
  )
}
