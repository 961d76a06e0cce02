import { useEffect, useRef, useState } from 'react'

const backFor = 3_000

/** Says that the connection is away, and for a moment that it is back; otherwise nothing. */
export function ConnectionBar({ online }: { online: boolean }) {
  const [words, setWords] = useState('')
  const wasOnline = useRef(true)
  useEffect(() => {
    if (wasOnline.current === online) return
    wasOnline.current = online
    setWords(online ? 'Back. What you see is up to date.' : 'Offline. Trying to reach the server again.')
    if (!online) return
    const timer = setTimeout(() => setWords(''), backFor)
    return () => clearTimeout(timer)
  }, [online])
  return (
    <p className={online ? 'bar back' : 'bar'} role="status">
      {words}
    </p>
  )
}
