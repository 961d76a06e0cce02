/** Of a row in a list, in pixels; row.css says the same. */
export const rowHeight = 64
