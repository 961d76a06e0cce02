import { ShieldQuestionMark } from 'lucide-react'
import type { ConversationAnswer } from '../../../../../shared/conversation.ts'
import { customFields } from '../../../live/custom-fields.ts'
import { EmailRefused } from '../../../ui/email-refused.tsx'
import { Away } from '../../../ui/external-link.tsx'
import { Link } from '../../../ui/link.tsx'
import { useWords } from '../../../words/words.tsx'
import { useConversationActions } from '../conversation/actions.ts'
import { nameOfVisitor } from '../conversation/names.ts'
import { Fact } from './fact.tsx'
import styles from './visitor.module.css'

/** The visitor's name and contact details. */
export function Contact({ answer }: { answer: ConversationAnswer }) {
  const words = useWords()
  const texts = words.visitor
  const { lead, conversation } = answer
  const isClaimed = conversation.lead_verified === false
  const name = nameOfVisitor(answer, words.conversation.visitor)
  return (
    <section className={`${styles.section} ${styles.contact}`} aria-label={texts.contact}>
      <h2 dir="auto">{lead ? <Link to={{ page: 'contacts', id: lead.id, query: '' }}>{name}</Link> : name}</h2>
      {!lead && <p className="muted">{texts.noContact}</p>}
      {lead && (
        <>
          <p className={`cluster gap-1 ${styles.labels}`}>
            {isClaimed && (
              <span className={`pill ${styles.unverified}`}>
                <ShieldQuestionMark size={12} aria-hidden />
                {texts.unverified}
              </span>
            )}
            <span className="pill">{texts.status[lead.status]}</span>
            {lead.tags.map((tag) => (
              <span key={tag.id} className="pill">
                <span className="dot" style={{ background: tag.color }} />
                <bdi>{tag.name}</bdi>
              </span>
            ))}
          </p>
          {isClaimed && <Claim answer={answer} />}
          <dl>
            {lead.email && (
              <Fact name={texts.email} value={lead.email}>
                <Away address={`mailto:${lead.email}`}>{lead.email}</Away>
              </Fact>
            )}
            <EmailRefused refusal={conversation.email_replies?.refusal ?? null} />
            {lead.phone && (
              <Fact name={texts.phone} value={lead.phone}>
                <Away address={`tel:${lead.phone.replace(/[^\d+*#,;]/g, '')}`}>{lead.phone}</Away>
              </Fact>
            )}
            {lead.company && <Fact name={texts.company} value={lead.company} />}
            {lead.address && <Fact name={texts.address} value={lead.address} />}
            {customFields(lead.fields).map(([name, value]) => (
              <Fact key={name} name={name} value={value} />
            ))}
            {lead.notes && <Fact name={texts.contactNotes} value={lead.notes} copy={false} />}
          </dl>
        </>
      )}
    </section>
  )
}

/** What the visitor entered beside a contact's email, and the button that confirms that they are that contact. */
function Claim({ answer }: { answer: ConversationAnswer }) {
  const { visitor: words } = useWords()
  const { verify } = useConversationActions(answer)
  const { name, phone, company, address, fields } = answer.conversation.lead_claim ?? {}
  const typed = { [words.fullName]: name, [words.phone]: phone, [words.company]: company, [words.address]: address }
  const facts = Object.entries({ ...typed, ...fields }).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return (
    <div className={`stack ${styles.claim}`}>
      <p>{words.unverifiedHint}</p>
      {facts.length > 0 && (
        <>
          <h3>{words.claim}</h3>
          <dl>
            {facts.map(([label, value]) => (
              <Fact key={label} name={label} value={value} />
            ))}
          </dl>
        </>
      )}
      <button type="button" onClick={() => void verify()}>
        {words.verify}
      </button>
    </div>
  )
}
