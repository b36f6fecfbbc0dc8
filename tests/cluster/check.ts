import type { Outcome } from '#tests/faults/fault.ts'
import type { Cluster } from './cluster.ts'

/** One check of a whole cluster. All checks share a cluster and leave it unchanged. */
export interface ClusterCheck {
  /** The row of docs/scaling.md: a number of a fault, or a word. */
  id: string
  title: string
  run: (cluster: Cluster, say: (line: string) => void) => Promise<Outcome>
}
