/** Limits and messages of groups that screens without schemas share with the server. */
export const GROUP_NAME_MIN = 2
export const GROUP_NAME_MAX = 60
export const GROUP_DESCRIPTION_MAX = 500
export const GROUP_TAKEN = 'This group already exists.'

export const GROUPS_MAX = 2000
export const GROUPS_FULL = 'A site can have at most 2,000 groups.'
export const GROUP_MEMBERS_MAX = 10_000
export const GROUP_FULL = 'A group can have at most 10,000 members.'
export const GROUPS_OF_PERSON_MAX = 100
export const PERSON_IN_TOO_MANY = 'A person can be in at most 100 groups.'

/** How many people one call adds. */
export const ADDED_MAX = 100

export const LEADS_BY_ADMINS = 'Only an admin can choose the leads of a group.'
export const LEAD_STAYS = 'Only an admin can remove a lead.'
