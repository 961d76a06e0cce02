import type { Facts } from '../../../../shared/facts.ts'
import { Section, Switch, TextField } from '../../form/fields.tsx'
import { useField } from '../../form/form.tsx'
import { officeHours } from '../../form/hours.ts'
import { HoursEditor } from '../../form/hours-editor.tsx'
import { OrderedList } from '../../form/ordered-list.tsx'
import { TextList } from '../../form/text-list.tsx'
import { useFactsWords } from '../../words/screen-words.ts'

/** The fields of the business details. */
export function FactsFields({ hasHours }: { hasHours: boolean }) {
  const { sections, fields, ...words } = useFactsWords()
  return (
    <>
      <Section title={sections.business}>
        <TextField label={fields.name} path="name" />
        <TextField label={fields.description} hint={words.descriptionHint} path="description" lines={3} />
      </Section>
      <Section title={sections.reach}>
        <Texts name="phones" max={20} />
        <Texts name="emails" max={20} />
        <TextField label={fields.address} path="address" lines={2} />
        <Texts name="areas" max={100} hint={words.areasHint} />
      </Section>
      <Section title={sections.hours}>
        <HoursSwitch isOn={hasHours} />
        {hasHours && <HoursEditor path="hours" />}
      </Section>
      <Section title={sections.offer}>
        <Texts name="services" max={100} />
        <TextField label={fields.prices} hint={words.pricesHint} path="prices" lines={4} />
        <TextField label={fields.bookingUrl} hint={words.bookingHint} path="bookingUrl" type="url" />
        <Links />
      </Section>
    </>
  )
}

function HoursSwitch({ isOn }: { isOn: boolean }) {
  const words = useFactsWords()
  const { change } = useField<Facts['hours']>({ path: 'hours' })
  return (
    <Switch
      label={words.hoursKnown}
      hint={words.hoursHint}
      value={isOn}
      change={(on) => change(on ? officeHours : null)}
    />
  )
}

type TextsProps = { name: 'phones' | 'emails' | 'areas' | 'services'; max: number; hint?: string }

function Texts({ name, max, hint }: TextsProps) {
  const { fields, one, add } = useFactsWords()
  return (
    <div className="stack">
      <h3>{fields[name]}</h3>
      <TextList label={fields[name]} one={one[name]} add={add[name]} max={max} path={name} />
      {hint && <small>{hint}</small>}
    </div>
  )
}

function Links() {
  const { fields, one, add, ...words } = useFactsWords()
  return (
    <div className="stack">
      <h3>{fields.links}</h3>
      <OrderedList<Facts['links'][number]>
        label={fields.links}
        path="links"
        nameOf={({ label }, place) => label || `${one.links} ${place + 1}`}
        add={{ words: add.links, make: () => ({ label: '', url: '' }) }}
        max={50}
      >
        {({ path }) => (
          <div className="grid">
            <TextField label={words.label} path={`${path}.label`} />
            <TextField label={words.url} path={`${path}.url`} type="url" placeholder="https://" />
          </div>
        )}
      </OrderedList>
    </div>
  )
}
