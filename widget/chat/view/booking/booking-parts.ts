import styles from '../../style/booking.css?inline'
import { loadBookingWords } from '../../words/booking/booking-words.ts'
import { AppointmentCard } from './appointment-card.tsx'
import { Picker } from './picker.tsx'

/** The calendar and the cards of appointments, loaded as one file on first use. */
export const parts = { AppointmentCard, Picker }
export { loadBookingWords, styles }
