/** What an admin sees of an account first: the last of these that is true. */
export const PERSON_STATES = ['active', 'unconfirmed', 'suspended', 'deleted'] as const
export type PersonState = (typeof PERSON_STATES)[number]

export const QUOTA_MAX = 100_000
export const NO_QUOTA = 'Enter a number of GB from 0 to 100,000.'

/** How long a deleted account can be restored. */
export const DELETED_DAYS = 14
export const TYPE_THE_NAME = 'Type the name of the account.'
export const CHOOSE_TEACHER = 'Choose another teacher.'
export const ALREADY_DELETED = 'This account is deleted already.'
export const NOT_DELETED = 'This account is not deleted.'
