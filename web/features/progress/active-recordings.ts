/** The recordings of this tab, so that a log-out can end them while the session still exists. */
export const activeRecordings = new Set<{ flush: () => void; stop: () => void }>()
