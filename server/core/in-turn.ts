/** Has `work` done for one after the other, in the order in which they were asked for, whatever comes of those before. */
export function inTurn<Given extends unknown[], Result>(
  work: (...given: Given) => Promise<Result>,
): (...given: Given) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (...given) => {
    const working = last.then(() => work(...given))
    last = working.catch(() => {})
    return working
  }
}
