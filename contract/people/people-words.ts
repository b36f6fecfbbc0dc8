/** What an admin sees of an account first: the last of these that is true. */
export const PERSON_STATES = ['active', 'unconfirmed', 'suspended', 'deleted'] as const
export type PersonState = (typeof PERSON_STATES)[number]
