/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks'
import type { MessageFile } from '../../../../shared/message.ts'
import { fill } from '../../words/words.ts'
import { usePartChat } from '../chat-context.tsx'
import { MoreIcon } from './more-icon.tsx'
import { saveBlob } from './save-blob.ts'

/** A file of the chat: an image as itself, if the page's policy allows it, otherwise its name. Both save it. */
export function SentFile({ file }: { file: MessageFile }) {
  const { stage, words } = usePartChat()
  const { id, name, type, width = 0, height = 0, deletedAt } = file
  const [address, setAddress] = useState<string>()
  const isImage = type.startsWith('image/') && width > 0 && deletedAt === undefined
  useEffect(() => {
    if (!isImage) return undefined
    let made: string | undefined
    let isGone = false
    void stage.talk.readFile(id).then((bytes) => {
      if (!bytes || isGone) return
      made = URL.createObjectURL(bytes)
      setAddress(made)
    })
    return () => {
      isGone = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [stage, id, isImage])
  if (deletedAt !== undefined)
    return (
      <p class="file gone" dir="auto">
        {fill(words.fileGone, { name })}
      </p>
    )
  const save = async () => {
    const bytes = await stage.talk.readFile(id)
    if (bytes) saveBlob(bytes, name)
  }
  return (
    <button type="button" class={address ? 'file photo' : 'file'} title={name} onClick={() => void save()}>
      {address ? (
        <img src={address} alt={name} width={width} height={height} onError={() => setAddress(undefined)} />
      ) : (
        <>
          <MoreIcon name={isImage ? 'image' : 'document'} />
          <bdi>{name}</bdi>
        </>
      )}
    </button>
  )
}
