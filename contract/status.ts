import { z } from 'zod'

/** Specification section 4; the first is what everything new starts with. */
export const APPROVAL_STATUSES = ['pending', 'processing', 'approved', 'cancel'] as const
export const ApprovalStatus = z
  .enum(APPROVAL_STATUSES, 'Status must be pending, processing, approved or cancel.')
  .meta({ id: 'ApprovalStatus' })
export type ApprovalStatus = z.infer<typeof ApprovalStatus>
