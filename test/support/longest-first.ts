import { statSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** They wait for half a minute of the clock on the wall, while others can use the processor. */
const WAITING = /\/outside\/(telegram|two-servers-live)\.test\.ts$/
const between = 4

/** A worker goes on with files of the same pass alone. The shortest files come last, so that all workers end together. */
const turns = ['embedded', 'server', 'pure']
const turnOf = ({ project }: TestSpecification) => turns.indexOf(project.name)

/** The longest files first, of all passes that run at once, so that none is left over for the end; with the waiting ones spread. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = files.toSorted((a, b) => statSync(b.moduleId).size - statSync(a.moduleId).size)
    const { waiting = [], busy = [] } = Object.groupBy(bySize, ({ moduleId }) =>
      WAITING.test(moduleId) ? 'waiting' : 'busy',
    )
    const sorted = busy.flatMap((file, place) => (place % between === 0 ? [...waiting.splice(0, 1), file] : [file]))
    return [...sorted, ...waiting].sort((a, b) => turnOf(a) - turnOf(b))
  }
}
