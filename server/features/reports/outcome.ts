import type { Db } from '#server/data/database.ts'
import type { ReportRow } from '#server/data/report-rows.ts'
import { type Notified, notify } from '#server/features/notifications/notify.ts'

interface Outcome {
  kind: ReportRow['subject_kind']
  id: string
  state: 'kept' | 'removed'
}

/** Notifies the reporters of the decision and tells them nothing else. */
export function notifyReporters(
  trx: Db,
  reporters: (string | null)[],
  { kind, id, state }: Outcome,
): Promise<Notified> {
  const userIds = reporters.filter((each) => each !== null)
  return notify(trx, { kind: 'report_decided', subject: { kind, id }, data: { state }, userIds })
}
