import type { Sql } from '../../server/database/database.ts'

/** A database whose answers get lost: it does what it is asked, and then the connection breaks. */
export type Lossy = {
  sql: Sql
  /**
   * Loses the next answer to a statement with this text, or to the commit of its transaction. Resolves when it is lost.
   * @param skips how many of them are answered before
   */
  loseAnswerTo(text: string, skips?: number): Promise<void>
  /** Whether an answer is still to be lost; from now on, none is. */
  loseNoMore(): boolean
}

type Work = (sql: Sql) => unknown

export function makeLossy(real: Sql): Lossy {
  let armed: { text: string; skips: number; lost: () => void } | undefined
  const isArmed = (strings: unknown) =>
    armed !== undefined && Array.isArray(strings) && strings.join('?').includes(armed.text)
  const lose = <T>(result: T): T => {
    if (!armed || armed.skips-- > 0) return result
    armed.lost()
    armed = undefined
    throw Object.assign(new Error('the connection was closed'), { code: 'CONNECTION_CLOSED' })
  }
  const within = async (begin: (work: Work) => Promise<unknown>, work: Work) => {
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
    return isMeant ? lose(result) : result
  }
  const sql = new Proxy(real, {
    apply(target, self, given) {
      const query = Reflect.apply(target, self, given) as unknown as Promise<unknown>
      // A fragment of another statement is never awaited.
      if (isArmed(given[0])) {
        const then = query.then.bind(query)
        // biome-ignore lint/suspicious/noThenProperty: by this, a promise is awaited
        query.then = ((...next: []) => then(lose).then(...next)) as typeof query.then
      }
      return query
    },
    get(target, name) {
      if (name !== 'begin') return Reflect.get(target, name)
      // The mode of the transaction may come first.
      return (...given: [...mode: string[], work: Work]) => {
        const [work, ...mode] = [given.at(-1) as Work, ...(given.slice(0, -1) as string[])]
        return within((made) => Reflect.apply(target.begin, target, [...mode, made]) as Promise<unknown>, work)
      }
    },
  })
  return {
    sql,
    loseAnswerTo: (text, skips = 0) =>
      new Promise((resolve) => {
        armed = { text, skips, lost: resolve }
      }),
    loseNoMore() {
      const isLeft = armed !== undefined
      armed = undefined
      return isLeft
    },
  }
}
