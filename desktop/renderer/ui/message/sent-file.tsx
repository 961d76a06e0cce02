import { FileText, FileX } from 'lucide-react'
import type { MessageFile } from '../../../../shared/message.ts'
import { useWords } from '../../words/words.tsx'
import { useFigures } from '../format.ts'
import styles from './message.module.css'
import { useShown } from './shown-messages.tsx'

/** A file that was sent in a chat: an image in its proportions, otherwise its name and size. Both are links. */
export function SentFile({ file }: { file: MessageFile }) {
  const words = useWords().conversation.message
  const { size } = useFigures()
  const { fileUrl } = useShown()
  const { id, name, type, width = 0, height = 0 } = file
  if (file.deletedAt !== undefined)
    return (
      <p className={`row gap-1 muted ${styles.file}`}>
        <FileX size={16} aria-hidden />
        {words.fileDeleted(name)}
      </p>
    )
  const isImage = type.startsWith('image/') && width > 0
  return (
    <a className={isImage ? styles.image : `row gap-1 ${styles.file}`} href={fileUrl(id)} download={name} title={name}>
      {isImage ? (
        <img src={fileUrl(id)} alt={name} width={width} height={height} loading="lazy" />
      ) : (
        <>
          <FileText size={16} aria-hidden />
          <bdi className="truncate">{name}</bdi> <span className="muted">{size(file.size)}</span>
        </>
      )}
    </a>
  )
}
