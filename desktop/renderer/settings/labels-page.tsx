import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import type { Label } from '../../../shared/label.ts'
import { useDesk } from '../data/desk.tsx'
import { keys, labelsQuery } from '../data/queries.ts'
import { useWords } from '../words/words.tsx'
import { LabelForm } from './label-form.tsx'
import { Loaded } from './loaded.tsx'
import { RemoveButton } from './remove-button.tsx'
import { matches } from './search.ts'

/** The labels of the site. */
export function LabelsPage() {
  const desk = useDesk()
  return (
    <Loaded query={useQuery(labelsQuery(desk))}>{({ labels, colors }) => <Labels {...{ labels, colors }} />}</Loaded>
  )
}

/** With more than this, they can be searched. */
const few = 8

function Labels({ labels, colors }: { labels: Label[]; colors: string[] }) {
  const { labels: words, settings } = useWords()
  const [editing, setEditing] = useState<string | null>(null)
  const [wanted, setWanted] = useState('')
  const close = () => setEditing(null)
  const found = labels.filter(({ name, description }) => matches(wanted, name, description))
  return (
    <section className="settings-section" aria-label={settings.pages.labels}>
      <p className="muted">{words.intro}</p>
      <div className="settings-tools">
        {labels.length > few && (
          <input
            type="search"
            value={wanted}
            aria-label={settings.search}
            placeholder={settings.search}
            onChange={(event) => setWanted(event.target.value)}
          />
        )}
        {editing !== 'new' && (
          <button type="button" onClick={() => setEditing('new')}>
            <Plus size={16} aria-hidden="true" />
            {words.add}
          </button>
        )}
      </div>
      {editing === 'new' && <LabelForm colors={colors} close={close} />}
      <ul className="settings-list">
        {found.map((label) =>
          editing === label.id ? (
            <li key={label.id} className="editing">
              <LabelForm label={label} colors={colors} close={close} />
            </li>
          ) : (
            <LabelRow key={label.id} label={label} edit={() => setEditing(label.id)} />
          ),
        )}
      </ul>
      {labels.length === 0 && editing !== 'new' && <p className="empty">{words.empty}</p>}
      {labels.length > 0 && found.length === 0 && <p className="empty">{settings.nothingFound(wanted)}</p>}
    </section>
  )
}

function LabelRow({ label: { id, name, color, description, ai }, edit }: { label: Label; edit: () => void }) {
  const { client, site } = useDesk()
  const queries = useQueryClient()
  const { labels: words, settings, common } = useWords()
  const remove = async () => {
    await client.labels.delete.mutate({ site: site.id, id })
    await queries.invalidateQueries({ queryKey: keys.labels(site.id) })
  }
  return (
    <li>
      <div className="what">
        <p>
          <span className="label-dot" style={{ background: color }} />
          <bdi>{name}</bdi>
        </p>
        {description && (
          <p className="muted clamp" dir="auto">
            {description}
          </p>
        )}
        <small>{ai ? words.byAi : words.byTeam}</small>
      </div>
      <div className="row-actions">
        <button
          type="button"
          className="icon quiet"
          aria-label={settings.edit(name)}
          title={settings.edit(name)}
          onClick={edit}
        >
          <Pencil size={16} aria-hidden="true" />
        </button>
        <RemoveButton
          words={common.remove}
          label={settings.removeOne(name)}
          sure={settings.removeForGood}
          hint={words.removeHint}
          remove={remove}
        />
      </div>
    </li>
  )
}
