import type { Outcome } from '#tests/faults/fault.ts'
import type { Cluster } from './cluster.ts'

/** One check of a whole cluster. All checks share a cluster and leave it unchanged. */
export interface ClusterCheck {
  /** A number of security.md, section 4.2, or a word. */
  id: string
  title: string
  run: (cluster: Cluster, say: (line: string) => void) => Promise<Outcome>
}
