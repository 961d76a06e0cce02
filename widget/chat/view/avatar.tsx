/** @jsxImportSource preact */
import { useState } from 'preact/hooks'

/** The site's picture, or the first letter of a name. */
export function Avatar({
  name,
  picture,
  isPerson,
}: {
  name: string
  picture?: string | undefined
  isPerson?: boolean
}) {
  const [broken, setBroken] = useState('')
  const [first = ''] = name.trim()
  return (
    <span class={`avatar${isPerson ? ' here' : ''}`} aria-hidden="true">
      {picture && picture !== broken ? (
        <img src={picture} alt="" referrerpolicy="no-referrer" onError={() => setBroken(picture)} />
      ) : (
        first.toLocaleUpperCase()
      )}
    </span>
  )
}
