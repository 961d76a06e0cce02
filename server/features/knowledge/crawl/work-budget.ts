/** Bounds how much is compared, so that no pattern of a stranger runs for long. Counted, not timed: the same everywhere. */
export type WorkBudget = {
  /** Takes so much of it. Answers false once nothing is left. */
  spend(steps: number): boolean
  spent(): number
}

/** @param whole a larger budget that this one is part of */
export function createBudget(most: number, whole?: WorkBudget): WorkBudget {
  let spent = 0
  return {
    spend(steps) {
      spent += steps
      return spent <= most && (whole?.spend(steps) ?? true)
    },
    spent: () => spent,
  }
}
