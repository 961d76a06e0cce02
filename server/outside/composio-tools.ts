/** The calendars that are reached through Composio, as the API and the settings name them. */
export type Toolkit = 'google' | 'outlook'

/** Composio's names of the toolkits. */
export const toolkitSlugs: Record<Toolkit, string> = { google: 'googlecalendar', outlook: 'outlook' }

/**
 * A tool. `slugs`: its names, the newer one first. `writes`: whether it changes something. `names`: the arguments that
 * have had several names; the one that the tool's schema has is used, else the first.
 */
export type ComposioTool = {
  toolkit: Toolkit
  slugs: readonly string[]
  writes?: boolean
  names?: Readonly<Record<string, readonly string[]>>
}

/** The version of a toolkit's tools. Without it, names of arguments change with each release. */
export const toolkitVersions: Partial<Record<Toolkit, string>> = { google: '20260812_00' }

const calendarId = { calendarId: ['calendar_id', 'calendarId'] }
const outlookTimes = { start: ['start_datetime'], end: ['end_datetime'], timezone: ['time_zone', 'timezone'] }

/** All tools that the product uses. Composio renamed those of Outlook in 2026. */
export const composioTools = {
  googleCalendar: { toolkit: 'google', slugs: ['GOOGLECALENDAR_GET_CALENDAR'], names: calendarId },
  googleList: {
    toolkit: 'google',
    slugs: ['GOOGLECALENDAR_EVENTS_LIST'],
    names: {
      calendarId: ['calendarId', 'calendar_id'],
      from: ['timeMin', 'time_min'],
      to: ['timeMax', 'time_max'],
      max: ['maxResults', 'max_results'],
      single: ['singleEvents', 'single_events'],
      order: ['orderBy', 'order_by'],
      page: ['pageToken', 'page_token'],
    },
  },
  googleGet: { toolkit: 'google', slugs: ['GOOGLECALENDAR_EVENTS_GET'], names: { ...calendarId, id: ['event_id'] } },
  googleCreate: {
    toolkit: 'google',
    slugs: ['GOOGLECALENDAR_CREATE_EVENT'],
    writes: true,
    names: { ...calendarId, start: ['start_datetime'], end: ['end_datetime'], meetingRoom: ['create_meeting_room'] },
  },
  googlePatch: {
    toolkit: 'google',
    slugs: ['GOOGLECALENDAR_PATCH_EVENT'],
    writes: true,
    names: {
      ...calendarId,
      id: ['event_id'],
      start: ['start_time', 'start_datetime'],
      end: ['end_time', 'end_datetime'],
    },
  },
  googleDelete: {
    toolkit: 'google',
    slugs: ['GOOGLECALENDAR_DELETE_EVENT'],
    writes: true,
    names: { ...calendarId, id: ['event_id'] },
  },
  outlookProfile: { toolkit: 'outlook', slugs: ['OUTLOOK_GET_PROFILE', 'OUTLOOK_OUTLOOK_GET_PROFILE'] },
  outlookView: {
    toolkit: 'outlook',
    slugs: ['OUTLOOK_GET_CALENDAR_VIEW', 'OUTLOOK_OUTLOOK_GET_CALENDAR_VIEW'],
    names: { from: ['start_datetime', 'startDateTime'], to: ['end_datetime', 'endDateTime'], max: ['top'] },
  },
  outlookGet: {
    toolkit: 'outlook',
    slugs: ['OUTLOOK_GET_EVENT', 'OUTLOOK_OUTLOOK_GET_EVENT'],
    names: { id: ['event_id'] },
  },
  outlookCreate: {
    toolkit: 'outlook',
    slugs: ['OUTLOOK_CALENDAR_CREATE_EVENT', 'OUTLOOK_OUTLOOK_CALENDAR_CREATE_EVENT'],
    writes: true,
    names: outlookTimes,
  },
  outlookUpdate: {
    toolkit: 'outlook',
    slugs: ['OUTLOOK_UPDATE_CALENDAR_EVENT', 'OUTLOOK_OUTLOOK_UPDATE_CALENDAR_EVENT'],
    writes: true,
    names: { ...outlookTimes, id: ['event_id'] },
  },
  outlookDelete: {
    toolkit: 'outlook',
    slugs: ['OUTLOOK_DELETE_CALENDAR_EVENT', 'OUTLOOK_OUTLOOK_DELETE_EVENT'],
    writes: true,
    names: { id: ['event_id'] },
  },
} as const satisfies Record<string, ComposioTool>
export type ComposioToolName = keyof typeof composioTools
