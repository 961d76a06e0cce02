import type { PullFault, StoredModel } from '../../shared/model.ts'

/** How far a pull is: bytes of the layers that are known so far. */
export type PullProgress = { completed: number; total: number }

/** What is kept on a model server that fetches its models itself. */
export type ModelStore = {
  /** Its models, the one that was changed last first. Throws ModelErrors. */
  list(): Promise<StoredModel[]>
  /** Fetches a model. Throws a PullError, and the signal's reason where it is aborted: the server then stops too. */
  pull(model: string, signal: AbortSignal, told: (progress: PullProgress) => void): Promise<void>
  /** Loads a model, for as long as the server does by itself or, `warm`, until it ends. Throws ModelErrors. */
  load(model: string, warm: boolean, signal: AbortSignal): Promise<void>
}

/** Why a model could not be fetched. The message is safe to show. */
export class PullError extends Error {
  override readonly name = 'PullError'
  readonly kind: PullFault

  constructor(kind: PullFault, message: string) {
    super(message)
    this.kind = kind
  }
}
