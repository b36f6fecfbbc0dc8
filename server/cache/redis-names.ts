/** Everything in Redis that is ours; a site has a database of Redis to itself. */
export const REDIS_PREFIX = 'lectern:'

/** A blocking read ends empty after this; a Redis that says nothing for longer is frozen or out of reach. */
export const READ_MS = 1000
