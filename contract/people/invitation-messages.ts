export const INVITATION_FORGED = 'This invitation is not valid.'
export const INVITATION_EXPIRED = 'This invitation has expired.'
export const INVITATION_USED = 'This invitation has been used.'
export const INVITATION_REVOKED = 'This invitation was withdrawn.'
export const INVITATION_OF_ANOTHER = 'This invitation is for another address.'

export const USES_MAX = 1000
export const USES_DEFAULT = 30
export const DAYS_MAX = 90
export const DAYS_DEFAULT = 14
/** A lead may invite fewer people with one link, for a shorter time. */
export const LEAD_USES_MAX = 100
export const LEAD_DAYS_MAX = 30
export const ADDRESSES_MAX = 100

/** A typed address that is none. */
export function notAnAddress(text: string): string {
  return `"${text}" is not an email address.`
}

/** Where the link of an invitation leads. The token is in the fragment, which reaches no server, log or referrer. */
export function joinAddress(token: string): string {
  return `/join#invite=${token}`
}
