import { useEffect, useRef, useState } from 'react'
import { useDebounced } from './use-debounced.ts'

const restsFor = 250

/**
 * The text of a search field whose words are in the address. They are put there after a pause in typing; the field
 * follows other changes of the address.
 */
export function useTypedSearch(q: string, put: (q: string) => void): [text: string, change: (text: string) => void] {
  const [text, change] = useState(q)
  const published = useRef(q)
  const settled = useDebounced(text.trim(), restsFor)
  const latest = useRef(put)
  latest.current = put
  useEffect(() => {
    if (settled === published.current) return
    published.current = settled
    latest.current(settled)
  }, [settled])
  useEffect(() => {
    if (q === published.current) return
    published.current = q
    change(q)
  }, [q])
  return [text, change]
}
