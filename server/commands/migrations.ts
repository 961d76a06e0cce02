/** The folder of the migrations. */
export const migrations = new URL('../../migrations/', import.meta.url)
