import { directionOf } from '../../language/languages.ts'
import type { EmailMessage } from '../../outside/mail.ts'

type Link = { label: string; url: string }
type Section = { heading: string; lines: { title: string; text: string; url?: string }[]; more?: string }

/** The content of an email. Everything is plain text; nothing in it can become markup. */
export type EmailContent = {
  title: string
  subject?: string
  paragraphs?: readonly string[]
  sections?: readonly Section[]
  /** Below the sections. */
  link?: Link
  /** A button. */
  action?: Link
  business: string
  /** Below a line: why somebody gets this email, and where to change that. */
  footer?: Link & { text: string }
  /** Of the texts. */
  language: string
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** A text as HTML. */
export const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (one) => entities[one] as string)

/**
 * An email as text and HTML. The HTML is one table with inline styles, without images and scripts, so that it looks the
 * same in common clients; a style element adds dark mode where it is supported.
 */
export function layout(content: EmailContent): Pick<EmailMessage, 'subject' | 'text' | 'html'> {
  const subject = (content.subject ?? content.title).slice(0, maxSubject).toWellFormed()
  return { subject, text: textOf(content), html: htmlOf(content) }
}

const maxSubject = 200

function textOf({ title, paragraphs = [], sections = [], link, action, footer }: EmailContent): string {
  const blocks = [
    title,
    ...paragraphs,
    ...sections.map(({ heading, lines, more }) =>
      [
        ...(heading ? [heading.toUpperCase()] : []),
        ...lines.map(({ title, text, url }) =>
          [title && `- ${title}`, text && `  ${text.replaceAll('\n', '\n  ')}`, url && `  ${url}`]
            .filter(Boolean)
            .join('\n'),
        ),
        ...(more ? [more] : []),
      ].join('\n'),
    ),
    ...[link, action].flatMap((one) => (one ? [`${one.label}: ${one.url}`] : [])),
    ...(footer ? [`--\n${footer.text}\n${footer.label}: ${footer.url}`] : []),
  ]
  return `${blocks.join('\n\n')}\n`
}

const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif"
const dark =
  '@media (prefers-color-scheme:dark){.page{background:#14161a!important}.card{background:#1e2126!important;border-color:#343a42!important}' +
  '.ink{color:#eceef1!important}.soft{color:#a9b1bb!important}.line{border-color:#343a42!important}.link{color:#8ab4f8!important}}'

function htmlOf(content: EmailContent): string {
  const { title, paragraphs = [], sections = [], link, action, footer, business, language } = content
  const direction = directionOf(language)
  const parts = [
    `<p class="soft" style="margin:0 0 4px;${font};font-size:13px;color:#5b6470">${escapeHtml(business)}</p>`,
    `<h1 class="ink" style="margin:0 0 16px;${font};font-size:20px;line-height:1.3;color:#1b1f24">${escapeHtml(title)}</h1>`,
    ...paragraphs.map((text) => paragraph(text)),
    ...sections.map(sectionHtml),
    ...(link ? [`<p ${normal}>${anchor(link)}</p>`] : []),
    ...(action ? [button(action)] : []),
    ...(footer ? [footerHtml(footer)] : []),
  ]
  return (
    `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(title)}</title><style>${dark}</style></head>` +
    `<body class="page" style="margin:0;padding:0;background:#f4f5f7"><table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f5f7">` +
    `<tr><td align="center" style="padding:24px 12px"><table class="card" role="presentation" width="100%" cellpadding="0" cellspacing="0" ` +
    `style="max-width:560px;background:#ffffff;border:1px solid #dfe3e8;border-radius:8px"><tr><td dir="${direction}" style="padding:24px;text-align:start">` +
    `${parts.join('')}</td></tr></table></td></tr></table></body></html>`
  )
}

const withBreaks = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')
const words = 'overflow-wrap:anywhere;word-break:break-word'
const paragraph = (text: string, style = '') =>
  `<p class="ink" dir="auto" style="margin:0 0 12px;${font};font-size:15px;line-height:1.5;color:#1b1f24;${words};${style}">${withBreaks(text)}</p>`

const sectionHtml = ({ heading, lines, more }: Section): string =>
  `${heading ? `<h2 class="ink" style="margin:20px 0 8px;${font};font-size:15px;color:#1b1f24">${escapeHtml(heading)}</h2>` : ''}` +
  lines.map(lineHtml).join('') +
  (more ? `<p class="soft" style="margin:8px 0 0;${font};font-size:14px;color:#5b6470">${escapeHtml(more)}</p>` : '')

const small = `class="soft" dir="auto" style="margin:0 0 2px;${font};font-size:14px;line-height:1.4;color:#5b6470;${words}"`
const normal = `class="ink" dir="auto" style="margin:0 0 2px;${font};font-size:15px;line-height:1.5;color:#1b1f24;${words}"`

const anchor = ({ label, url }: Link): string =>
  `<a class="link" href="${escapeHtml(url)}" style="color:#1a5fb4;text-decoration:none">${escapeHtml(label)}</a>`

/** A link with what it is about, or a message below its author. */
function lineHtml({ title, text, url }: Section['lines'][number]): string {
  const link = url && anchor({ label: title, url })
  const head = title && `<p ${url || !text ? normal : small}>${link || escapeHtml(title)}</p>`
  const rest = text && `<p ${url ? small : normal}>${withBreaks(text)}</p>`
  return `<div class="line" style="padding:8px 0;border-top:1px solid #dfe3e8">${head}${rest}</div>`
}

const button = ({ label, url }: Link): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:20px 0 4px"><tr><td style="background:#1a5fb4;border-radius:6px">` +
  `<a href="${escapeHtml(url)}" style="display:inline-block;padding:10px 16px;${font};font-size:15px;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`

const footerHtml = ({ text, label, url }: NonNullable<EmailContent['footer']>): string =>
  `<p class="soft line" style="margin:24px 0 0;padding-top:12px;border-top:1px solid #dfe3e8;${font};font-size:12px;line-height:1.5;color:#5b6470">` +
  `${escapeHtml(text)} <a class="link" href="${escapeHtml(url)}" style="color:#1a5fb4">${escapeHtml(label)}</a></p>`
