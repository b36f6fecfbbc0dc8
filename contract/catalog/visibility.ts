/** Whom a playlist is for once it is approved. */
export const VISIBILITIES = ['public', 'unlisted', 'members', 'groups'] as const
export type Visibility = (typeof VISIBILITIES)[number]
