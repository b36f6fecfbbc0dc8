/** The token in the fragment of a mail's link: `#token=…`. Fragments reach no server, log or referrer. */
export function tokenIn(hash: string): string {
  return new URLSearchParams(hash.slice(1)).get('token') ?? ''
}

/** Whether the link takes a change back, which the user must confirm by a press. */
export function isUndo(hash: string): boolean {
  return new URLSearchParams(hash.slice(1)).get('kind') === 'undo'
}
