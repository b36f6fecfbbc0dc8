/** Messages about mails that the server and screens without schemas share exactly. */
export const LINK_ON_ITS_WAY = 'If this address has an account, a link is on its way.'
/** Replaces each sentence that announces a mail, where mails are files for the operator. */
export const ASK_OPERATOR = 'This site does not send mail. Ask its operator for the message.'
export const NO_MAIL = 'This site does not send mail. Ask its operator for a code.'
export const LINK_USED = 'This link was already used or has expired.'
export const CONFIRM_FIRST = 'Confirm your email address first.'
export const PASSWORD_RESET = 'Your password was changed. You were logged out everywhere.'
/** After the right password of an account that nobody has confirmed yet. */
export const CONFIRM_TO_LOG_IN = `${CONFIRM_FIRST} We sent you a link.`
export const MAIL_FAILED = 'The email could not be sent.'
export const UNREACHABLE = "This address can't be reached."
