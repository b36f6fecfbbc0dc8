import type { Visibility } from '#contract/catalog/visibility.ts'

/** Half of the restricted playlists are for a group, a third for members. */
const RESTRICTIONS: readonly Visibility[] = ['groups', 'members', 'groups', 'members', 'groups', 'unlisted']

/** Every second playlist is restricted on a site with groups. */
export function visibilityOf(playlist: number, groups: number): Visibility {
  if (groups === 0 || playlist % 2 === 0) return 'public'
  return RESTRICTIONS[((playlist - 1) / 2) % RESTRICTIONS.length] ?? 'public'
}
