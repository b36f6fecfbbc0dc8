/** What waits for admins, in the order of the screen. */
export const WAITING_KINDS = ['submissions', 'reports', 'requests', 'unavailable'] as const
export type WaitingKind = (typeof WAITING_KINDS)[number]

/** The steps of the first start, in the order of the screen. */
export const CHECKS = ['mail', 'address', 'backup', 'category', 'teacher', 'registration', 'demo'] as const
export type Check = (typeof CHECKS)[number]

/** Without a newer backup, the overview warns. */
export const BACKUP_DAYS = 7
