/** The recordings of this tab, so that a log-out can save them first. */
export const activeRecordings = new Set<{ flush: () => void }>()
