/** Messages about the second step of a login. */
export const ENTER_CODE = 'Enter the code from your authenticator app.'
/** The challenge of a login's second step is gone. */
export const LOGIN_TOO_OLD = 'This took too long. Please log in again.'
export const SECOND_STEP_NEEDED = 'Set up a second step first.'
