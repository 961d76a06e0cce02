import { Eye } from 'lucide-react'
import { useDesk } from '../../../live/desk.tsx'
import { useViewers } from '../../../live/moments.ts'
import { useWords } from '../../../words/words.tsx'

/** Who else of the team looks at this conversation just now. */
export function Viewers({ id }: { id: string }) {
  const words = useWords().conversation
  const { me } = useDesk()
  const others = useViewers(id).filter(({ email }) => email !== me.email)
  if (others.length === 0) return null
  const names = others.map(({ name, email }) => name ?? email).join(', ')
  return (
    <span className="viewers" role="status">
      <Eye size={14} aria-hidden />
      <bdi>{others.length === 1 ? words.viewing(names) : words.viewingMany(names)}</bdi>
    </span>
  )
}
