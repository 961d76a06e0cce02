import { useDesk } from '../../../live/desk.tsx'
import { useLaterWords } from '../../../words/later-words.ts'
import { ApiKeys } from './api-keys.tsx'
import { PasswordCard } from './password-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SiteCard } from './site-card.tsx'

/** The settings' page of one's own account. */
export const AccountPage = () => (
  <>
    <ProfileCard />
    <PasswordCard />
  </>
)

/** The settings' page of the site and its keys; for members, the site alone. */
export function KeysPage() {
  const { mayManage } = useDesk()
  const { account } = useLaterWords()
  return (
    <>
      <SiteCard />
      {mayManage ? <ApiKeys /> : <p className="muted">{account.adminsOnly}</p>}
    </>
  )
}
