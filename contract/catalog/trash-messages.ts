/** How long a deleted playlist or course can be restored. */
export const TRASH_DAYS = 30

export const RESTORE_PLAYLIST_FIRST = 'Restore the playlist first.'
export const DELETED_BY_ADMIN = 'An admin has deleted this. Ask an admin to restore it.'
export const OWNER_NO_TEACHER = 'Its owner is no longer a teacher. Give the account this role first.'

/** Said after a deletion, beside Undo. */
export const inTrash = (title: string) => `“${title}” is in the trash.`
