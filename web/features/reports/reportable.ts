import type { ReportedKind } from '#contract/reports.ts'

export interface Reportable {
  kind: ReportedKind
  id: string
  /** A title or a name. */
  name: string
  /** The author or teacher, or the user themself: they cannot report it. */
  ownerId: string | undefined
}
