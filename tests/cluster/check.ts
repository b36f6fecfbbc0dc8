import type { Outcome } from '#tests/faults/fault.ts'
import type { Cluster } from './cluster.ts'

/** One thing that holds of a whole cluster; all of them share one, and leave it as it was. */
export interface ClusterCheck {
  /** A number of security.md, section 4.2, or a word. */
  id: string
  title: string
  run: (cluster: Cluster, say: (line: string) => void) => Promise<Outcome>
}
