import { memo, type ReactNode } from 'react'
import { useWords } from '../../words/words.tsx'
import { Away } from '../external-link.tsx'
import { inPlaces } from '../in-places.ts'
import { type Block, type Item, parseMarkdown, parsePlain } from './markdown.ts'
import type { Inline } from './markdown-inline.ts'

/**
 * Text of a message. Text becomes text nodes alone, so no message can bring in HTML.
 * @param markdown whether it is Markdown, as the assistant and the team write; a visitor's text is not
 */
export const Formatted = memo(function Formatted({ text, markdown }: { text: string; markdown: boolean }) {
  return <div className="formatted">{blocksOf(markdown ? parseMarkdown(text) : parsePlain(text))}</div>
})

const blocksOf = (blocks: Block[]): ReactNode => inPlaces(blocks.map(blockOf))
const inlineOf = (inline: Inline[]): ReactNode => inPlaces(inline.map(partOf))

function blockOf(block: Block): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return <p dir="auto">{inPlaces(block.lines.map(lineOf))}</p>
    case 'heading':
      return (
        <p dir="auto" className="heading">
          {inlineOf(block.inline)}
        </p>
      )
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by keyboard
        <pre tabIndex={0} dir="ltr">
          <code>{block.text}</code>
        </pre>
      )
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
  const drawn = inPlaces(items.map(itemOf))
  return start === undefined ? (
    <ul dir="auto">{drawn}</ul>
  ) : (
    <ol dir="auto" start={start}>
      {drawn}
    </ol>
  )
}

const itemOf = ({ inline, blocks }: Item): ReactNode => (
  <li dir="auto">
    {inlineOf(inline)}
    {blocksOf(blocks)}
  </li>
)

const headCell = (cell: Inline[]): ReactNode => <th dir="auto">{inlineOf(cell)}</th>
const cellOf = (cell: Inline[]): ReactNode => <td dir="auto">{inlineOf(cell)}</td>
const rowOf = (row: Inline[][]): ReactNode => <tr>{inPlaces(row.map(cellOf))}</tr>

const tableOf = ({ head, rows }: Extract<Block, { kind: 'table' }>): ReactNode => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by keyboard
  <div className="table" tabIndex={0}>
    <table>
      <thead>
        <tr>{inPlaces(head.map(headCell))}</tr>
      </thead>
      <tbody>{inPlaces(rows.map(rowOf))}</tbody>
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
    case 'code':
      return <code>{part.text}</code>
    case 'image':
      return <Picture words={part.text} />
    case 'link':
      return <Away address={part.address}>{inlineOf(part.inline)}</Away>
  }
}

/** A picture in a text is never loaded: it is there in words. */
function Picture({ words }: { words: string }) {
  const said = useWords().conversation.message
  return <span className="image">[{said.picture(words)}]</span>
}
