import { palette } from '../../../shared/color.ts'
import { type JobStatus, type JobTemplate, jobTemplates } from '../../../shared/job.ts'
import type { Site } from '../../core/context.ts'
import { languageCode } from '../../language/languages.ts'

type Words = { name: string; open: string[]; won: string; lost: string }

const english: Record<JobTemplate, Words> = {
  sales: {
    name: 'Sales',
    open: ['New', 'Contacted', 'Proposal sent', 'Negotiation'],
    won: 'Won',
    lost: 'Lost',
  },
  service: {
    name: 'Service',
    open: ['New request', 'Scheduled', 'In progress', 'Waiting for parts', 'Ready'],
    won: 'Completed',
    lost: 'Cancelled',
  },
  projects: {
    name: 'Projects',
    open: ['Enquiry', 'Planning', 'In progress', 'Review'],
    won: 'Finished',
    lost: 'Declined',
  },
  simple: { name: 'Simple', open: ['New', 'In progress'], won: 'Done', lost: 'Lost' },
}

const german: Record<JobTemplate, Words> = {
  sales: {
    name: 'Vertrieb',
    open: ['Neu', 'Kontaktiert', 'Angebot verschickt', 'In Verhandlung'],
    won: 'Gewonnen',
    lost: 'Verloren',
  },
  service: {
    name: 'Service',
    open: ['Neue Anfrage', 'Terminiert', 'In Arbeit', 'Wartet auf Teile', 'Abholbereit'],
    won: 'Erledigt',
    lost: 'Storniert',
  },
  projects: {
    name: 'Projekte',
    open: ['Anfrage', 'Planung', 'In Arbeit', 'Abnahme'],
    won: 'Abgeschlossen',
    lost: 'Abgelehnt',
  },
  simple: { name: 'Einfach', open: ['Neu', 'In Arbeit'], won: 'Erledigt', lost: 'Verloren' },
}

/** Stages that are won or lost have these colours, and others do not. */
const [lostColor, wonColor] = ['#64748b', '#22c55e']
const openColors = palette.filter((color) => color !== lostColor && color !== wonColor)

const isGerman = (site: Site) => languageCode(site.settings.assistant.locale) === 'de'
const wordsOf = (site: Site) => (isGerman(site) ? german : english)

/** The templates to choose from, in the language of the site. */
export const listTemplates = (site: Site) => jobTemplates.map((id) => ({ id, name: wordsOf(site)[id].name }))

/** The title of a job about which nothing is known. */
export const untitled = (site: Site, number: number | ''): string =>
  isGerman(site) ? `Auftrag ${number}` : `Job ${number}`

export type TemplateStage = { name: string; color: string; kind: JobStatus }

/** The stages of a template, in order. */
export function stagesOf(site: Site, template: JobTemplate): TemplateStage[] {
  const { open, won, lost } = wordsOf(site)[template]
  return [
    ...open.map((name, place): TemplateStage => ({ name, color: colorAt(place), kind: 'open' })),
    { name: won, color: wonColor, kind: 'won' },
    { name: lost, color: lostColor, kind: 'lost' },
  ]
}

/** A colour for an open stage at this place. */
export const colorAt = (place: number): string => openColors[place % openColors.length] as string

/** The currency of a site that chose none. */
export const startingCurrency = (site: Site): string => {
  const region = new Intl.Locale(site.settings.assistant.locale).maximize().region ?? ''
  return { GB: 'GBP', US: 'USD', CH: 'CHF', CA: 'CAD', AU: 'AUD', NZ: 'NZD' }[region] ?? 'EUR'
}
