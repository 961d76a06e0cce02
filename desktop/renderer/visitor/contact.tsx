import type { ConversationAnswer } from '../../../shared/conversation.ts'
import { Away } from '../conversation/away.tsx'
import { nameOfVisitor } from '../conversation/names.ts'
import { Link } from '../frame/link.tsx'
import { useWords } from '../words/words.tsx'
import { customFields } from './custom-fields.ts'
import { Fact } from './fact.tsx'

/** Who the visitor is and how they are reached. */
export function Contact({ answer }: { answer: ConversationAnswer }) {
  const words = useWords()
  const said = words.visitor
  const { lead } = answer
  const name = nameOfVisitor(answer, words.conversation.visitor)
  return (
    <section className="section contact" aria-label={said.contact}>
      <h2 dir="auto">{lead ? <Link to={{ page: 'contacts', id: lead.id, query: '' }}>{name}</Link> : name}</h2>
      {!lead && <p className="muted">{said.noContact}</p>}
      {lead && (
        <>
          <p className="visitor-tags">
            <span className="visitor-tag">{said.status[lead.status]}</span>
            {lead.tags.map((tag) => (
              <span key={tag.id} className="visitor-tag">
                <span className="dot" style={{ background: tag.color }} />
                <bdi>{tag.name}</bdi>
              </span>
            ))}
          </p>
          <dl>
            {lead.email && (
              <Fact name={said.email} value={lead.email}>
                <Away address={`mailto:${lead.email}`}>{lead.email}</Away>
              </Fact>
            )}
            {lead.phone && (
              <Fact name={said.phone} value={lead.phone}>
                <Away address={`tel:${lead.phone.replace(/[^\d+*#,;]/g, '')}`}>{lead.phone}</Away>
              </Fact>
            )}
            {lead.company && <Fact name={said.company} value={lead.company} />}
            {lead.address && <Fact name={said.address} value={lead.address} />}
            {customFields(lead.fields).map(([name, value]) => (
              <Fact key={name} name={name} value={value} />
            ))}
            {lead.notes && <Fact name={said.contactNotes} value={lead.notes} copy={false} />}
          </dl>
        </>
      )}
    </section>
  )
}
