/** @jsxImportSource preact */
import type { Entry } from '../../talk.ts'
import { useChat } from '../chat-context.tsx'
import { Choice } from './choice.tsx'

/** Options of which one is chosen by pressing it. */
export function Options({ entry: { id, answer, options } }: { entry: Extract<Entry, { type: 'options' }> }) {
  const { stage } = useChat()
  return (
    <div class="chips">
      {options.map(({ label, value }) => (
        <Choice
          key={value}
          label={label}
          answered={answer !== undefined}
          chosen={answer === value}
          choose={() => stage.talk.act({ id, value, label })}
        />
      ))}
    </div>
  )
}
