/** The first is what everything new starts with. */
export const APPROVAL_STATUSES = ['pending', 'processing', 'approved', 'cancel'] as const
export type Status = (typeof APPROVAL_STATUSES)[number]
