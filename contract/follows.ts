/** Under this many, screens do not show how many followers there are. */
export const FOLLOWERS_SHOWN_FROM = 5
