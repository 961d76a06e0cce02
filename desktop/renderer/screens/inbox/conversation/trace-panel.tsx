import { useQuery } from '@tanstack/react-query'
import { useDesk } from '../../../live/desk.tsx'
import { traceQuery } from '../../../live/queries.ts'
import { TraceExplanation } from '../../../ui/message/trace-explanation.tsx'
import { useWords } from '../../../words/words.tsx'
import { SidePanel } from './side-panel.tsx'

/** A reply's trace beside the conversation: in words first, then in figures. */
export function TracePanel({ messageId, close }: { messageId: string; close: () => void }) {
  const words = useWords().conversation.trace
  const { data, isError } = useQuery(traceQuery(useDesk(), messageId))
  return (
    <SidePanel title={words.title} close={close}>
      {data ? <TraceExplanation trace={data} /> : <p className="muted">{isError ? words.failed : ' '}</p>}
    </SidePanel>
  )
}
