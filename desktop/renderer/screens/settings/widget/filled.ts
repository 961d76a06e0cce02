type Filled<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> }

/** The fields that something was typed into: an optional field that is empty is left out of what is sent. */
export const filled = <T extends object>(fields: T): Filled<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== '' && value !== undefined && !Number.isNaN(value)),
  ) as Filled<T>
