import type { Sql } from '../../server/database/database.ts'

/** A database whose answers get lost: it does what it is asked, and then the connection breaks. */
export type Lossy = {
  sql: Sql
  /** Loses the next answer to a statement with this text, or to the commit of its transaction. Resolves when it is lost. */
  loseAnswerTo(text: string): Promise<void>
}

export function makeLossy(real: Sql): Lossy {
  let armed: { text: string; lost: () => void } | undefined
  const isArmed = (strings: unknown) =>
    armed !== undefined && Array.isArray(strings) && strings.join('?').includes(armed.text)
  const lose = (): never => {
    armed?.lost()
    armed = undefined
    throw Object.assign(new Error('the connection was closed'), { code: 'CONNECTION_CLOSED' })
  }
  const within = async (begin: (work: (sql: Sql) => unknown) => Promise<unknown>, work: (sql: Sql) => unknown) => {
    let isMeant = false
    const result = await begin((transaction) =>
      work(
        new Proxy(transaction, {
          apply(target, self, given) {
            isMeant ||= isArmed(given[0])
            return Reflect.apply(target, self, given)
          },
        }),
      ),
    )
    return isMeant ? lose() : result
  }
  const sql = new Proxy(real, {
    apply(target, self, given) {
      const query = Reflect.apply(target, self, given) as unknown as Promise<unknown>
      return isArmed(given[0]) ? query.then(lose) : query
    },
    get(target, name) {
      if (name !== 'begin') return Reflect.get(target, name)
      return (work: (sql: Sql) => unknown) => within(target.begin.bind(target) as never, work)
    },
  })
  return {
    sql,
    loseAnswerTo: (text) =>
      new Promise((resolve) => {
        armed = { text, lost: resolve }
      }),
  }
}
