import type { Facts } from '../../../../shared/facts.ts'
import { Section, Switch } from '../../form/fields.tsx'
import { officeHours } from '../../form/hours.ts'
import { HoursEditor } from '../../form/hours-editor.tsx'
import { OrderedList } from '../../form/ordered-list.tsx'
import { TextField } from '../../form/text-field.tsx'
import { TextList } from '../../form/text-list.tsx'
import { useFactsWords } from '../../words/screen-words.ts'
import type { TypedFacts } from './typed-facts.ts'

type Props = { typed: TypedFacts; change: (part: Partial<TypedFacts>) => void }

/** The fields of the business details. */
export function FactsFields(given: Props) {
  const { typed, change } = given
  const { sections, ...words } = useFactsWords()
  return (
    <>
      <Section title={sections.business}>
        <Field name="name" {...given} />
        <Field name="description" lines={3} hint={words.descriptionHint} {...given} />
      </Section>
      <Section title={sections.reach}>
        <Texts name="phones" most={20} {...given} />
        <Texts name="emails" most={20} {...given} />
        <Field name="address" lines={2} {...given} />
        <Texts name="areas" most={100} hint={words.areasHint} {...given} />
      </Section>
      <Section title={sections.hours}>
        <Switch
          label={words.hoursKnown}
          hint={words.hoursHint}
          on={typed.hours !== null}
          change={(on) => change({ hours: on ? officeHours : null })}
        />
        {typed.hours && <HoursEditor hours={typed.hours} change={(hours) => change({ hours })} />}
      </Section>
      <Section title={sections.offer}>
        <Texts name="services" most={100} {...given} />
        <Field name="prices" lines={4} hint={words.pricesHint} {...given} />
        <Field name="bookingUrl" type="url" hint={words.bookingHint} {...given} />
        <Links {...given} />
      </Section>
    </>
  )
}

type TextProps = Props & {
  name: 'name' | 'description' | 'address' | 'bookingUrl' | 'prices'
  lines?: number
  hint?: string
  type?: 'url'
}

function Field({ name, typed, change, ...rest }: TextProps) {
  const { fields } = useFactsWords()
  const put = (text: string) => change({ [name]: text })
  return <TextField label={fields[name]} path={name} value={typed[name]} change={put} {...rest} />
}

type TextsProps = Props & { name: 'phones' | 'emails' | 'areas' | 'services'; most: number; hint?: string }

function Texts({ name, most, hint, typed, change }: TextsProps) {
  const { fields, one, add } = useFactsWords()
  return (
    <div className="field-list">
      <h3>{fields[name]}</h3>
      <TextList
        label={fields[name]}
        one={one[name]}
        add={add[name]}
        most={most}
        path={name}
        items={typed[name]}
        change={(items) => change({ [name]: items })}
      />
      {hint && <small>{hint}</small>}
    </div>
  )
}

function Links({ typed: { links }, change }: Props) {
  const { fields, one, add, ...words } = useFactsWords()
  return (
    <div className="field-list">
      <h3>{fields.links}</h3>
      <OrderedList<Facts['links'][number]>
        label={fields.links}
        path="links"
        items={links}
        change={(next) => change({ links: next })}
        nameOf={({ label }, place) => label || `${one.links} ${place + 1}`}
        add={{ words: add.links, make: () => ({ label: '', url: '' }) }}
        most={50}
      >
        {({ item, put, path }) => (
          <div className="settings-pair">
            <TextField
              label={words.label}
              path={`${path}.label`}
              value={item.label}
              change={(label) => put({ ...item, label })}
            />
            <TextField
              label={words.url}
              path={`${path}.url`}
              type="url"
              placeholder="https://"
              value={item.url}
              change={(url) => put({ ...item, url })}
            />
          </div>
        )}
      </OrderedList>
    </div>
  )
}
