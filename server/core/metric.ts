/** Label names and values from a small fixed set: each combination is a time series that is kept forever. */
export type Labels = Record<string, string>

/** A metric as lines of the Prometheus text format, with HELP and TYPE. */
export type Metric = { lines(): string[] }

export type Counter = Metric & { add(labels?: Labels, by?: number): void }
export type Histogram = Metric & { observe(value: number, labels?: Labels): void }

export function createCounter(name: string, help: string): Counter {
  const values = new Map<string, number>()
  return {
    add(labels = {}, by = 1) {
      const series = seriesOf(labels)
      values.set(series, (values.get(series) ?? 0) + by)
    },
    lines: () => [...head(name, help, 'counter'), ...[...values].map(([series, value]) => line(name, series, value))],
  }
}

/** @param bounds the upper bounds of the buckets, ascending; an unbounded one is added */
export function createHistogram(name: string, help: string, bounds: number[]): Histogram {
  type Kept = { counts: number[]; sum: number }
  const kept = new Map<string, Kept>()
  const linesOf = ([series, { counts, sum }]: [string, Kept]) => {
    let below = 0
    const buckets = [...bounds.map(String), '+Inf'].map((bound, place) => {
      below += counts[place] as number
      return line(`${name}_bucket`, join(series, `le="${bound}"`), below)
    })
    return [...buckets, line(`${name}_sum`, series, sum), line(`${name}_count`, series, below)]
  }
  return {
    observe(value, labels = {}) {
      const series = seriesOf(labels)
      const known = kept.get(series) ?? { counts: new Array(bounds.length + 1).fill(0), sum: 0 }
      kept.set(series, known)
      const place = bounds.findIndex((bound) => value <= bound)
      known.counts[place < 0 ? bounds.length : place]! += 1
      known.sum += value
    },
    lines: () => [...head(name, help, 'histogram'), ...[...kept].flatMap(linesOf)],
  }
}

/** A gauge with its current value. */
export const gauge = (name: string, help: string, value: number): string[] => [
  ...head(name, help, 'gauge'),
  line(name, '', value),
]

const head = (name: string, help: string, type: string) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
const line = (name: string, series: string, value: number) => `${name}${series === '' ? '' : `{${series}}`} ${value}`
const join = (series: string, label: string) => (series === '' ? label : `${series},${label}`)

const seriesOf = (labels: Labels): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`))}"`)
    .join(',')
