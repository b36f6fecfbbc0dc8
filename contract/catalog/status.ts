import { z } from 'zod'
import { APPROVAL_STATUSES } from './status-values.ts'

export const ApprovalStatus = z
  .enum(APPROVAL_STATUSES, 'Status must be pending, processing, approved or cancel.')
  .meta({ id: 'ApprovalStatus' })
export type ApprovalStatus = z.infer<typeof ApprovalStatus>
