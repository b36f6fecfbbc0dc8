/** Without schemas, because the browser needs it. */
export const MESSAGE_MAX = 2000
