import { statSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** They wait for half a minute of real time, during which others can use the processor. */
const WAITING = /\/outside\/(telegram|two-servers-live)\.test\.ts$/
const between = 4

/**
 * Of the passes in the tests' process, the one with the shortest files comes last, so that all workers end together.
 */
const turns = ['embedded', 'server', 'pure']
const turnOf = ({ project }: TestSpecification) => turns.indexOf(project.name)

/**
 * One pass after the other, because its files share a process; of those that start servers, the one with the most files
 * last. In each pass the longest files come first, so that many short ones fill the end. Files that wait are spread.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = files.toSorted((a, b) => statSync(b.moduleId).size - statSync(a.moduleId).size)
    const passes = Object.values(Object.groupBy(bySize, ({ project }) => project.name)) as TestSpecification[][]
    const inTurn = passes.toSorted((a, b) => a.length - b.length).flat()
    const { waiting = [], busy = [] } = Object.groupBy(inTurn, ({ moduleId }) =>
      WAITING.test(moduleId) ? 'waiting' : 'busy',
    )
    const sorted = busy.flatMap((file, place) => (place % between === 0 ? [...waiting.splice(0, 1), file] : [file]))
    return [...sorted, ...waiting].sort((a, b) => turnOf(a) - turnOf(b))
  }
}
