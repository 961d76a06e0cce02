import { Command } from 'cmdk'
import { useRef, useState } from 'react'
import { useDesk } from '../live/desk.tsx'
import { Highlighted } from '../ui/highlighted.tsx'
import { useWords } from '../words/words.tsx'
import { type Item, useItems } from './items.ts'
import { KeyCaps } from './key-caps.tsx'
import { closeDialog } from './modal.tsx'
import styles from './palette.module.css'
import { addRecent } from './recent.ts'

const moving = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End'])

/** The search field of the palette, and below it everything that matches: the best match first, and chosen. */
export function Found() {
  const { keys: words } = useWords()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<string>()
  // Until the person moves, results that arrive later may become the first.
  const hasMoved = useRef(false)
  const typed = text.trim()
  const { items, isLooking } = useItems(typed)
  const first = items[0]?.key ?? ''
  return (
    <Command
      label={words.palette}
      loop
      vimBindings={false}
      shouldFilter={false}
      value={items.some(({ key }) => key === chosen) ? (chosen ?? first) : first}
      onValueChange={(key) => hasMoved.current && setChosen(key)}
      onKeyDown={({ key }) => {
        hasMoved.current ||= moving.has(key)
      }}
      onPointerMove={() => {
        hasMoved.current = true
      }}
    >
      <Command.Input
        value={text}
        onValueChange={(next) => {
          setText(next)
          setChosen(undefined)
          hasMoved.current = false
        }}
        placeholder={words.paletteHint}
        autoFocus
        dir="auto"
      />
      <Command.List label={words.palette}>
        <Command.Empty>{isLooking ? words.looking : words.nothing}</Command.Empty>
        {typed === '' ? (
          <Grouped items={items} />
        ) : (
          items.map((item) => <Option key={item.key} item={item} typed={typed} />)
        )}
      </Command.List>
    </Command>
  )
}

function Grouped({ items }: { items: Item[] }) {
  const kinds = [...new Set(items.map(({ kind }) => kind))]
  return kinds.map((kind) => (
    <Command.Group key={kind} heading={kind}>
      {items
        .filter((item) => item.kind === kind)
        .map((item) => (
          <Option key={item.key} item={item} typed="" />
        ))}
    </Command.Group>
  ))
}

function Option({ item: { key, kind, label, detail, keys, path, run }, typed }: { item: Item; typed: string }) {
  const { site } = useDesk()
  const choose = () => {
    addRecent(site.id, { key, label, ...(path !== undefined && { path }) })
    leaveTo(run)
  }
  return (
    <Command.Item value={key} onSelect={choose}>
      <span className={`truncate ${styles.found}`} dir="auto">
        <Highlighted text={label} words={typed} />
      </span>
      {detail && (
        <span className={`truncate ${styles.detail}`} dir="auto">
          <Highlighted text={detail} words={typed} />
        </span>
      )}
      {typed !== '' && <span className={styles.kind}>{kind}</span>}
      {keys && <KeyCaps keys={keys} />}
    </Command.Item>
  )
}

/** A command may open something itself. By then, the palette is closed and the focus is where it was. */
function leaveTo(run: () => void): void {
  closeDialog()
  setTimeout(run)
}
