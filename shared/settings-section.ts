import { z } from 'zod'
import { CalendarUrl, IpRange, WebUrl } from './address.ts'
import { DaysOff } from './booking.ts'
import { FormFields } from './form.ts'
import { line } from './text.ts'
import { allDay, Hours, Locale, officeHours, TimeZone, TimeZoneOrEmpty } from './time.ts'
import { Consent, Glob, widgetLook, widgetTranslations } from './widget.ts'

/** A whole number with its bounds and default. */
const whole = (min: number, max: number, initial: number) => z.int().min(min).max(max).default(initial)
const on = z.boolean().default(true)
const off = z.boolean().default(false)

export const Live = z.object({
  enabled: on,
  waitSeconds: whole(1, 3600, 90),
  closeAfterMinutes: whole(1, 10_080, 30),
  showAgentName: on,
  aiWhileWaiting: off,
  hours: Hours.default(allDay),
  timezone: TimeZoneOrEmpty.describe("Time zone of the hours. Empty uses the assistant's.").default(''),
  routing: z.enum(['manual', 'round_robin', 'least_busy']).default('manual'),
  capacity: whole(1, 100, 4),
})

export const PreChat = z.object({
  enabled: on,
  fields: FormFields.default([
    { name: 'name', label: 'Name', type: 'text', required: false },
    { name: 'email', label: 'Email', type: 'email', required: false },
  ]),
})

export const Assistant = z.object({
  model: line(200).describe('Empty uses the model of the deployment.').default(''),
  keepWarm: off.describe('Whether Ollama keeps the model in memory, so that the first visitor of the day waits less.'),
  locale: Locale.default('en'),
  timezone: TimeZone.default('UTC'),
  rerank: on,
  reasoning: z.enum(['off', 'low', 'medium', 'high']).default('off'),
  copilot: on.describe('Whether the reply box offers drafted answers, rewriting and translation.'),
})

export const Behaviour = z.object({
  goal: z.enum(['answer', 'leads', 'callbacks', 'bookings', 'sales', 'support']).default('answer'),
  tone: z.enum(['friendly', 'professional', 'formal', 'playful']).default('friendly'),
  length: z.enum(['short', 'medium', 'long']).default('short'),
  prices: z.enum(['share', 'range', 'never']).default('share'),
})

export const KnowledgeUse = z.object({
  factGuard: z.boolean().describe('Removes claims about the business that no passage supports.').default(true),
})

const globs = z.array(Glob).max(100).default([])

export const Crawl = z.object({
  schedule: z.enum(['off', 'daily', 'weekly', 'monthly']).default('off'),
  include: globs,
  exclude: globs,
  renderJs: off,
})

const limits = {
  apiRequestsPerKeyPerMinute: whole(1, 100_000, 120),
  apiKeysPerSite: whole(1, 1000, 50),
  messagesPerSession: whole(1, 10_000, 60),
  messagesPerSitePerDay: whole(0, 10_000_000, 500),
  maxMessageLength: whole(1, 32_000, 1000),
  messagesPerIpPerMinute: whole(1, 10_000, 10),
  slotLookupsPerIpPerMinute: whole(1, 10_000, 30),
  bookingsPerIpPerHour: whole(1, 10_000, 5),
}
export const limitNames = Object.keys(limits)

export const Limits = z.object(limits)

export const SignInLimits = z.object({
  attemptsPerIp: whole(1, 1000, 10),
  attemptsPerAccount: whole(1, 1000, 5),
  windowMinutes: whole(1, 1440, 15),
  captcha: on,
})

const ranges = z.array(IpRange).max(200).default([])

export const Security = z.object({
  limits: Limits.prefault({}),
  signIn: SignInLimits.prefault({}),
  allowIps: ranges,
  blockIps: ranges,
  sessionTtlHours: whole(1, 8760, 24),
})

export const BookingSettings = z.object({
  mode: z
    .enum(['none', 'link', 'picker'])
    .nullable()
    .describe('Null uses the booking link found on the website.')
    .default(null),
  label: line(100).default('Book an appointment'),
  sync: z.enum(['none', 'calcom', 'calendly', 'google', 'outlook']).default('none'),
  eventType: line(200).describe("The calendar's own event type, for calcom and calendly.").default(''),
  title: line(160).default('Appointment'),
  duration: z.int().min(5).max(1440).describe('Minutes.').default(30),
  hours: Hours.default(officeHours),
  daysOff: DaysOff.default([]),
  buffer: z.int().min(0).max(1440).describe('Minutes kept free after each appointment.').default(0),
  notice: z.int().min(0).max(525_600).describe('Minimum notice in minutes.').default(120),
  daysAhead: whole(1, 365, 30),
  timezone: TimeZoneOrEmpty.describe("Time zone of the hours. Empty uses the assistant's.").default(''),
  phone: z.enum(['no', 'optional', 'required']).default('optional'),
  location: line(500).default(''),
  meetingLink: z
    .boolean()
    .describe('Creates a meeting link if no location is set and the calendar supports it.')
    .default(true),
  emailAttendee: on.describe(
    'Emails the attendee about a booking, its changes and a day before. Needs the email service. Cal.com and Calendly send their own.',
  ),
  syncMinutes: whole(1, 1440, 15),
  busyUrls: z
    .array(CalendarUrl)
    .max(5)
    .describe('Addresses of calendar files (.ics) whose events block time. Read every `syncMinutes`, over https.')
    .default([]),
})

export const Files = z
  .object({
    chat: z
      .enum(['off', 'live', 'always'])
      .default('off')
      .describe('When visitors may send files: never, while the team handles the chat, or always.'),
    jobs: off.describe('Whether files can be added to jobs.'),
    maxChatMb: whole(1, 10, 5),
    maxJobMb: whole(1, 10, 10),
    perConversation: whole(1, 100, 5).describe('How many files a visitor may send in one chat.'),
    keepChatDays: whole(1, 3650, 90).describe('Files are deleted after this many days, or with their conversation.'),
    aiSeesPhotos: off.describe('Whether the assistant looks at photos of visitors, if its model can see.'),
    visionModel: line(200).default('').describe('The model for messages with photos. Empty: the model of the site.'),
  })
  .describe('Files in chats, and of jobs.')

export const WidgetSettings = z.object({
  privacyUrl: z.union([WebUrl, z.literal('')]).default(''),
  consent: Consent.default('none'),
  sound: widgetLook.sound.default(false),
  translations: widgetTranslations.default({}),
  brand: widgetLook.brand.default({}),
  launcher: widgetLook.launcher.default({}),
  teaser: widgetLook.teaser.default({}),
  flows: widgetLook.flows.default([]),
  forms: widgetLook.forms.default([]),
  strings: widgetLook.strings.default({}),
})

const keptDays = z
  .int()
  .min(1)
  .max(3650)
  .nullable()
  .describe('Days; null keeps the data until somebody deletes it.')
  .default(null)

export const Retention = z.object({
  conversations: keptDays,
  leads: keptDays,
  callbacks: keptDays,
  jobs: keptDays,
  appointments: keptDays,
  traces: keptDays,
  audit: whole(1, 3650, 90).describe('Days.'),
})
