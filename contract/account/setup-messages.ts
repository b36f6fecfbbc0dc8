/** What people read while a site gets its first admin. Server and screens share the sentences exactly. */
export const NO_ADMIN_YET = 'This site has no admin yet.'
export const SET_UP_ALREADY = 'This site has an admin already.'
export const CODE_NEEDED = 'Enter the code from the terminal.'
export const CODE_NOT_RIGHT = 'This code is not right.'
export const CODE_DEAD = 'Too many tries. Restart the server for a new code.'
export const ADMIN_CREATED = 'You are the admin of this site.'
