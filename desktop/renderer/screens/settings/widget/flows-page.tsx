import { useQuery } from '@tanstack/react-query'
import type { SettingsPatch } from '../../../../../shared/settings.ts'
import type { Flow } from '../../../../../shared/widget.ts'
import { Section } from '../../../form/fields.tsx'
import { OrderedList } from '../../../form/ordered-list.tsx'
import { SettingsForm } from '../../../form/settings-form.tsx'
import { TextField } from '../../../form/text-field.tsx'
import { useDesk } from '../../../live/desk.tsx'
import { settingsQuery } from '../../../live/queries.ts'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { useLaterWords } from '../../../words/later-words.ts'
import { flowsOf, newFlow } from './flow.ts'
import { FlowMessage } from './flow-message.tsx'
import { FlowSteps } from './flow-steps.tsx'
import { IdField } from './id-field.tsx'
import { openedBy } from './opened-by.ts'

const flowsPatch = ({ flows }: { flows: Flow[] }): SettingsPatch => ({ widget: { flows: flowsOf(flows) } })

/** Questions that are asked one after the other, without the assistant. */
export function FlowsPage() {
  const desk = useDesk()
  const { flows: words } = useLaterWords()
  return (
    <QueryBoundary query={useQuery(settingsQuery(desk))}>
      {({ settings }) => (
        <SettingsForm saved={{ flows: settings.widget.flows }} patchOf={flowsPatch}>
          {({ value, change }) => (
            <Section title={words.title} hint={words.intro}>
              <OrderedList
                label={words.flows}
                path="widget.flows"
                items={value.flows}
                change={(flows) => change({ flows })}
                nameOf={({ title, id }, place) => title || id || words.flow(place + 1)}
                add={{ words: words.add, make: newFlow }}
                empty={words.empty}
                most={20}
              >
                {({ item, put, path }) => (
                  <FlowFields
                    flow={item}
                    change={put}
                    path={path}
                    shortcuts={openedBy(settings.home, 'flow', item.id)}
                  />
                )}
              </OrderedList>
            </Section>
          )}
        </SettingsForm>
      )}
    </QueryBoundary>
  )
}

type Props = { flow: Flow; change: (flow: Flow) => void; path: string; shortcuts: string[] }

function FlowFields({ flow, change, path, shortcuts }: Props) {
  const { flows: words } = useLaterWords()
  return (
    <>
      <TextField
        label={words.flowTitle}
        path={`${path}.title`}
        value={flow.title ?? ''}
        change={(title) => change({ ...flow, title })}
      />
      <FlowSteps flow={flow} change={change} path={`${path}.steps`} />
      <FlowMessage flow={flow} change={change} path={`${path}.submit.template`} />
      <IdField
        id={flow.id}
        title={flow.title ?? ''}
        fallback="flow"
        change={(id) => change({ ...flow, id })}
        path={path}
        shortcuts={shortcuts}
      />
    </>
  )
}
