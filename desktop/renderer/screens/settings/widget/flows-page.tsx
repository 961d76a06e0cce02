import { useQuery } from '@tanstack/react-query'
import type { Flow } from '../../../../../shared/widget.ts'
import { Section, Switch, TextField } from '../../../form/fields.tsx'
import { OrderedList } from '../../../form/ordered-list.tsx'
import { SettingsForm } from '../../../form/settings-form.tsx'
import { useDesk } from '../../../live/desk.tsx'
import { settingsQuery } from '../../../live/queries.ts'
import { QueryBoundary } from '../../../ui/query-boundary.tsx'
import { useLaterWords } from '../../../words/later-words.ts'
import { newFlow } from './flow.ts'
import { FlowMessage } from './flow-message.tsx'
import { FlowSteps } from './flow-steps.tsx'
import { openedBy } from './home.ts'
import { IdField } from './id-field.tsx'
import { tidy } from './tidy.ts'

/** Flows: consecutive questions without the assistant. */
export function FlowsPage() {
  const desk = useDesk()
  const { flows: words } = useLaterWords()
  return (
    <QueryBoundary query={useQuery(settingsQuery(desk))}>
      {({ settings }) => (
        <SettingsForm saved={settings} tidy={tidy}>
          {() => (
            <Section title={words.title} hint={words.intro}>
              <OrderedList<Flow>
                label={words.flows}
                path="widget.flows"
                nameOf={({ title, id }, place) => title || id || words.flow(place + 1)}
                add={{ words: words.add, make: newFlow }}
                empty={words.empty}
                max={20}
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
      <TextField label={words.flowTitle} path={`${path}.title`} />
      <FlowSteps flow={flow} change={change} path={`${path}.steps`} />
      <FlowMessage flow={flow} path={`${path}.submit.template`} />
      <Switch label={words.job} hint={words.jobHint} path={`${path}.submit.job`} />
      <IdField title={flow.title ?? ''} fallback="flow" path={path} shortcuts={shortcuts} />
    </>
  )
}
