import { memo, type ReactNode } from 'react'
import { type Block, type Item, parseMarkdown, parsePlain } from '../../../../shared/markdown.ts'
import type { Inline } from '../../../../shared/markdown-inline.ts'
import { useWords } from '../../words/words.tsx'
import { Away } from '../external-link.tsx'
import { keyedByPosition } from '../in-places.ts'
import styles from './message.module.css'

/**
 * Text of a message. Text becomes text nodes only, so no message can inject HTML.
 * @param markdown whether it is Markdown, as written by the assistant and the team; a visitor's text is not
 */
export const Formatted = memo(function Formatted({ text, markdown }: { text: string; markdown: boolean }) {
  return <div className={styles.formatted}>{blocksOf(markdown ? parseMarkdown(text) : parsePlain(text))}</div>
})

const blocksOf = (blocks: Block[]): ReactNode => keyedByPosition(blocks.map(blockOf))
const inlineOf = (inline: Inline[]): ReactNode => keyedByPosition(inline.map(partOf))

function blockOf(block: Block): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return <p dir="auto">{keyedByPosition(block.lines.map(lineOf))}</p>
    case 'heading':
      return (
        <p dir="auto" className={styles.heading}>
          {inlineOf(block.inline)}
        </p>
      )
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard
        <pre tabIndex={0} dir="ltr">
          <code>{block.text}</code>
        </pre>
      )
    case 'rule':
      return <hr />
    case 'quote':
      return <blockquote>{blocksOf(block.blocks)}</blockquote>
    case 'list':
      return listOf(block)
    case 'table':
      return tableOf(block)
  }
}

const lineOf = (line: Inline[], at: number): ReactNode => (
  <>
    {at > 0 && <br />}
    {inlineOf(line)}
  </>
)

function listOf({ start, items }: Extract<Block, { kind: 'list' }>): ReactNode {
  const drawn = keyedByPosition(items.map(itemOf))
  return start === undefined ? (
    <ul dir="auto">{drawn}</ul>
  ) : (
    <ol dir="auto" start={start}>
      {drawn}
    </ol>
  )
}

const itemOf = ({ inline, blocks, isDone }: Item): ReactNode => (
  <li dir="auto" className={isDone === undefined ? undefined : styles.task}>
    {isDone === undefined ? inlineOf(inline) : taskOf(inline, isDone)}
    {blocksOf(blocks)}
  </li>
)

const taskOf = (inline: Inline[], isDone: boolean): ReactNode => (
  <label>
    <input type="checkbox" checked={isDone} disabled /> {inlineOf(inline)}
  </label>
)

const headCell = (cell: Inline[]): ReactNode => <th dir="auto">{inlineOf(cell)}</th>
const cellOf = (cell: Inline[]): ReactNode => <td dir="auto">{inlineOf(cell)}</td>
const rowOf = (row: Inline[][]): ReactNode => <tr>{keyedByPosition(row.map(cellOf))}</tr>

const tableOf = ({ head, rows }: Extract<Block, { kind: 'table' }>): ReactNode => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard
  <div className={styles.table} tabIndex={0}>
    <table>
      <thead>
        <tr>{keyedByPosition(head.map(headCell))}</tr>
      </thead>
      <tbody>{keyedByPosition(rows.map(rowOf))}</tbody>
    </table>
  </div>
)

function partOf(part: Inline): ReactNode {
  if (typeof part === 'string') return part
  switch (part.kind) {
    case 'strong':
      return <strong>{inlineOf(part.inline)}</strong>
    case 'em':
      return <em>{inlineOf(part.inline)}</em>
    case 'del':
      return <del>{inlineOf(part.inline)}</del>
    case 'code':
      return <code>{part.text}</code>
    case 'image':
      return <Picture words={part.text} />
    case 'link':
      return <Away address={part.address}>{inlineOf(part.inline)}</Away>
  }
}

/** Pictures in texts are never loaded, only described. */
function Picture({ words }: { words: string }) {
  const texts = useWords().conversation.message
  return <span className={styles.image}>[{texts.picture(words)}]</span>
}
