import { useState } from 'react'
import { askPermission, type Permission, permissionNow } from '../../alerts/notices.ts'
import { Section } from '../../form/fields.tsx'
import { useWords } from '../../words/words.tsx'

/** Whether the browser shows notifications, and what to do where it does not. */
export function PermissionCard() {
  const { alerts: words } = useWords()
  const [permission, setPermission] = useState<Permission>(permissionNow)
  const { title, ask, allow, granted, denied, none } = words.permission
  const said = { default: ask, granted, denied, none, app: words.inApp }[permission]
  return (
    <Section title={title}>
      <div className="settings-line">
        <p role="status">{said}</p>
        {permission === 'default' && (
          <button type="button" onClick={() => void askPermission().then(setPermission)}>
            {allow}
          </button>
        )}
      </div>
    </Section>
  )
}
