import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { Appointment, AppointmentList } from '../../../shared/appointment.ts'
import type { Desk } from './desk.tsx'
import { useDesk } from './desk.tsx'
import { keys } from './keys.ts'

type From = Pick<Desk, 'client' | 'site'>

/** Whether appointments are on, in the settings of the site. */
export const hasAppointments = ({ site }: Pick<Desk, 'site'>): boolean => site.bookings === 'picker'

/** The maximum number of appointments in an answer. */
export const maxListed = 500

/** The appointments between two times, busy time included. */
export const appointmentsQuery = ({ client, site }: From, from: number, to: number, cancelled: boolean) =>
  queryOptions({
    queryKey: [...keys.appointments(site.id), 'between', from, to, cancelled],
    queryFn: () => client.appointments.list.query({ site: site.id, from, to, status: cancelled ? 'all' : 'active' }),
  })

/** Whose appointments are listed. */
export type AppointmentsOf = { job: string } | { contact: string } | { conversation: string }

/** All appointments of a job, a contact or a conversation. */
export function useAppointmentsOf(of: AppointmentsOf) {
  const { client, site } = useDesk()
  return useQuery({
    queryKey: [...keys.appointments(site.id), 'of', of],
    queryFn: () => client.appointments.list.query({ site: site.id, status: 'all', ...of }),
  })
}

/** One appointment, as a list of one, so that all lists can be changed alike. */
export const appointmentQuery = ({ client, site }: From, id: string) =>
  queryOptions({
    queryKey: [...keys.appointments(site.id), 'one', id],
    queryFn: async (): Promise<AppointmentList> => ({
      items: [await client.appointments.get.query({ site: site.id, id })],
    }),
  })

/** Shows an appointment as changed in all lists that have it. */
export function showAppointment(queries: QueryClient, site: string, changed: Appointment): void {
  queries.setQueriesData<AppointmentList>({ queryKey: keys.appointments(site) }, (list) =>
    list?.items.some(({ id }) => id === changed.id)
      ? { items: list.items.map((one) => (one.id === changed.id ? changed : one)) }
      : list,
  )
}
