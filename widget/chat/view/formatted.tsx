/** @jsxImportSource preact */
import { type ComponentChildren, h } from 'preact'
import { useMemo } from 'preact/hooks'
import { type Block, type Item, parseMarkdown, parsePlain } from '../../../shared/markdown.ts'
import type { Inline } from '../../../shared/markdown-inline.ts'
import type { Words } from '../words/en.ts'
import { useChat } from './chat-context.tsx'
import { linkAttributes, ownOrigin } from './external-link.tsx'

/** Names of blocks without text, for screen readers, and the origin whose links open in the same tab. */
type Labels = Pick<Words, 'code' | 'table' | 'copy' | 'copied'> & { own?: string | undefined }

const copiedFor = 2_000

/**
 * The text of a message. Creates text nodes only, so that no message can inject HTML.
 * @param plain not Markdown, such as a visitor's text
 */
export function Formatted({ text, plain = false }: { text: string; plain?: boolean }) {
  const { stage, words } = useChat()
  const nodes = useMemo(() => {
    return drawBlocks(plain ? parsePlain(text) : parseMarkdown(text), { ...words, own: ownOrigin(stage) })
  }, [text, plain, words, stage])
  return <div class={`formatted${plain ? ' plain' : ''}`}>{nodes}</div>
}

/** Renders blocks of a tree as elements. */
export const drawBlocks = (blocks: Block[], labels: Labels, depth = 0): ComponentChildren[] =>
  blocks.map((block) => drawBlock(block, labels, depth))

function drawBlock(block: Block, labels: Labels, depth: number): ComponentChildren {
  // A browser does not detect a direction inside an element that has one, so only the outermost blocks have `dir`. The
  // style sheet lets each line inside follow its own direction.
  const dir = depth ? undefined : 'auto'
  switch (block.kind) {
    case 'paragraph':
      return <p dir={dir}>{block.lines.map((line, index) => [index > 0 && <br />, drawInline(line, labels)])}</p>
    case 'heading':
      return (
        <p dir={dir} class="heading">
          {drawInline(block.inline, labels)}
        </p>
      )
    case 'code':
      return (
        <div class="code">
          <pre dir="ltr" {...scrolling(labels.code)}>
            <code>{block.text}</code>
          </pre>
          <button type="button" class="quiet" onClick={(event) => copy(event, block.text, labels)}>
            {labels.copy}
          </button>
        </div>
      )
    case 'rule':
      return <hr />
    case 'quote':
      return <blockquote dir={dir}>{drawBlocks(block.blocks, labels, depth + 1)}</blockquote>
    case 'list': {
      const List = block.start === undefined ? 'ul' : 'ol'
      return (
        <List dir={dir} start={block.start}>
          {block.items.map((item) => drawItem(item, labels, depth))}
        </List>
      )
    }
    case 'table':
      return (
        <div class="table" dir="auto" {...scrolling(labels.table)}>
          <table>
            <thead>{drawRow(block.head, 'th', labels)}</thead>
            <tbody>{block.rows.map((row) => drawRow(row, 'td', labels))}</tbody>
          </table>
        </div>
      )
  }
}

/** Copies code, and says so on the button. A page without https may not, so there the code is selected. */
async function copy({ currentTarget }: Event, text: string, labels: Labels): Promise<void> {
  const button = currentTarget as HTMLElement
  try {
    await navigator.clipboard.writeText(text)
    button.textContent = labels.copied
    setTimeout(() => (button.textContent = labels.copy), copiedFor)
  } catch {
    getSelection()?.selectAllChildren(button.previousElementSibling!)
  }
}

const drawItem = ({ inline, blocks, isDone }: Item, labels: Labels, depth: number) => (
  <li class={isDone === undefined ? undefined : 'task-item'}>
    {isDone === undefined ? (
      drawInline(inline, labels)
    ) : (
      <label>
        <input type="checkbox" checked={isDone} disabled /> {drawInline(inline, labels)}
      </label>
    )}
    {drawBlocks(blocks, labels, depth + 1)}
  </li>
)

/** Elements that scroll sideways are focusable by keyboard, so they need a name. */
const scrolling = (label: string) => ({ tabIndex: 0, role: 'group', 'aria-label': label }) as const

const drawRow = (cells: Inline[][], tag: 'th' | 'td', labels: Labels) => (
  <tr>{cells.map((cell) => h(tag, null, drawInline(cell, labels)))}</tr>
)

const drawInline = (inline: Inline[], labels: Labels): ComponentChildren => inline.map((part) => drawPart(part, labels))

function drawPart(part: Inline, labels: Labels): ComponentChildren {
  if (typeof part === 'string') return part
  if ('text' in part) return part.kind === 'code' ? <code>{part.text}</code> : <span class="image">[{part.text}]</span>
  const words = drawInline(part.inline, labels)
  return part.kind === 'link' ? <a {...linkAttributes(part.address, labels.own)}>{words}</a> : h(part.kind, null, words)
}
