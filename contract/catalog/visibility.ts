/** Whom a playlist is for once it is approved. */
export const VISIBILITIES = ['public', 'unlisted', 'members', 'groups'] as const
export type Visibility = (typeof VISIBILITIES)[number]

export const CHOOSE_GROUP = 'Choose at least one group.'
export const CHOOSE_OWN_GROUPS = 'Choose groups that you belong to.'
export const PLAYLIST_GROUPS_MAX = 50
export const TOO_MANY_GROUPS = `A playlist can have at most ${PLAYLIST_GROUPS_MAX} groups.`
