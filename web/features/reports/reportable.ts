import type { ReportedKind } from '#contract/reports/reports.ts'

export interface Reportable {
  kind: ReportedKind
  id: string
  /** A title or a name. */
  name: string
  /** The author, the teacher or the user themself, who cannot report it. */
  ownerId: string | undefined
}
