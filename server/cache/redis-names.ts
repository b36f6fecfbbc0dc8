/** The prefix of every key. Each site has its own Redis database. */
export const REDIS_PREFIX = 'lectern:'

/** The time limit of a blocking read. A Redis that is silent for longer is unreachable. */
export const READ_MS = 1000
