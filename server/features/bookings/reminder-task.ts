import { z } from 'zod'
import type { Context, Tx } from '../../core/context.ts'
import { defineTask, type RunResult } from '../../core/queue.ts'
import { siteTask } from '../../core/tasks.ts'
import { type AppointmentRow, lockAppointment, toAppointment } from './appointment.ts'

const minute = 60_000
const hour = 60 * minute
const lead = 24 * hour

const remindTask = defineTask('appointment.remind', z.object({ id: z.string() }))

const remindsAt = ({ starts_at }: AppointmentRow) => starts_at - lead

/** An appointment that is booked less than an hour before its reminder, or after it, gets none. */
const wantsReminder = (row: AppointmentRow) =>
  row.reminded_at === null &&
  (row.status === 'confirmed' || row.status === 'pending') &&
  remindsAt(row) >= row.created_at + hour

/** Schedules the reminder of an appointment, in the transaction that stores its time. */
export async function scheduleReminder(tx: Tx, row: AppointmentRow): Promise<void> {
  if (wantsReminder(row)) await tx.enqueue(remindTask, { id: row.id }, { at: remindsAt(row), name: row.id })
}

/** Sends the reminder once. An appointment that moved is reminded of at its new time. */
async function remind(ctx: Context, id: string): Promise<RunResult> {
  return await ctx.tx(async (tx) => {
    const row = await lockAppointment(tx, id)
    if (!wantsReminder(row) || row.starts_at <= tx.now()) return
    if (remindsAt(row) > tx.now()) return { at: remindsAt(row) }
    await tx.sql`update appointments set reminded_at = ${tx.now()} where id = ${id}`
    tx.emit('appointment.reminder', { appointment: toAppointment(row) })
  })
}

export const reminderTasks = [
  siteTask(remindTask, {
    lane: 'timers',
    retry: [minute, 5 * minute, 30 * minute, hour],
    run: (ctx, { id }) => remind(ctx, id),
  }),
]
