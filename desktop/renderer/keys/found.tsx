import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { useState } from 'react'
import { go } from '../app/route.ts'
import { useDesk } from '../live/desk.tsx'
import { inOneLine, nameOf } from '../live/row-words.ts'
import type { Row } from '../live/rows.ts'
import { useStore } from '../live/store.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import { useWords } from '../words/words.tsx'
import { useCommands } from './commands.tsx'
import { KeyCaps } from './key-caps.tsx'
import { closeOpened } from './opened.ts'
import { ownKeys, withOwnKeys } from './own-keys.ts'

/** The field in which somebody types, and below it what can be done and the conversations that fit. */
export function Found() {
  const { keys: words } = useWords()
  const [text, setText] = useState('')
  const found = useFound(text.trim())
  return (
    <Command label={words.palette} loop vimBindings={false}>
      <Command.Input value={text} onValueChange={setText} placeholder={words.paletteHint} autoFocus dir="auto" />
      <Command.List label={words.palette}>
        {found.rows.length === 0 && <Command.Empty>{found.isLooking ? words.looking : words.nothing}</Command.Empty>}
        <Doable />
        {found.rows.length > 0 && (
          <Command.Group heading={words.conversations} forceMount>
            {found.rows.map((row) => (
              <Conversation key={row.id} row={row} />
            ))}
          </Command.Group>
        )}
      </Command.List>
    </Command>
  )
}

function Doable() {
  const { keys: words } = useWords()
  const own = useStore(ownKeys, (all) => all)
  const all = withOwnKeys(useCommands(), own).filter(({ id }) => id !== 'palette')
  // What can be done by several keys stands here once.
  const commands = [...new Map(all.map((command) => [`${command.group} ${command.words}`, command])).values()]
  const groups = [...new Set(commands.map(({ group }) => group))]
  return groups.map((group) => (
    <Command.Group key={group} heading={group || words.commands}>
      {commands
        .filter((command) => command.group === group)
        .map(({ id, words: said, keys, run }) => (
          <Command.Item key={id} value={`${said} ${id}`} onSelect={() => leaveTo(run)}>
            <span dir="auto">{said}</span>
            <KeyCaps keys={keys} />
          </Command.Item>
        ))}
    </Command.Group>
  ))
}

/** What it does may open something itself: the palette is gone by then, and the focus is where it was. */
function leaveTo(run: () => void): void {
  closeOpened()
  setTimeout(run)
}

function Conversation({ row }: { row: Row }) {
  const { inbox } = useWords()
  const open = () => leaveTo(() => go({ page: 'inbox', list: 'all', id: row.id }))
  return (
    <Command.Item value={row.id} onSelect={open} forceMount>
      <span className="found-name" dir="auto">
        {nameOf(row, inbox)}
      </span>
      <span className="found-text" dir="auto">
        {row.lastMessage && inOneLine(row.lastMessage)}
      </span>
    </Command.Item>
  )
}

const mostFound = 8
/** The server takes no more. */
const longest = 48

/** Conversations in which the words stand: asked for once nobody types for a moment. */
function useFound(text: string): { rows: Row[]; isLooking: boolean } {
  const { client, site } = useDesk()
  const words = useDebounced(text.slice(0, longest), 150)
  const { data, isFetching } = useQuery({
    queryKey: ['site', site.id, 'found', words],
    queryFn: ({ signal }) => client.conversations.list.query({ site: site.id, q: words, limit: mostFound }, { signal }),
    enabled: words.length > 1,
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  })
  return { rows: text.length > 1 ? (data?.items ?? []) : [], isLooking: isFetching }
}
