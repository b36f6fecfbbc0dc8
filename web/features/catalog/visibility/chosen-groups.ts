/** The ids of chosen groups as the text of a field. The order in which they were chosen means nothing. */
export const groupsText = (ids: readonly string[]) => ids.toSorted().join()

/** The ids in the text of a field. */
export const groupsIn = (text: string) => text.split(',').filter((id) => id !== '')
