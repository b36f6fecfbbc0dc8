const PREFIX = 'draft'

/** The key in `sessionStorage` of what this viewer typed into the form of this name. */
export const draftKeyOf = (viewer: string, name: string) => `${PREFIX} ${viewer} ${name}`

/** Deletes the drafts of one user in this tab, on logout. */
export function removeDrafts(viewer: string): void {
  try {
    const own = Object.keys(sessionStorage).filter((key) => key.startsWith(draftKeyOf(viewer, '')))
    for (const key of own) sessionStorage.removeItem(key)
  } catch {
    // A browser that forbids storage has no drafts.
  }
}
