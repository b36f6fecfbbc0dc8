/** The token in the fragment of a mailed link: `#token=…`. Fragments reach no server, log or referrer. */
export function tokenIn(hash: string): string {
  return new URLSearchParams(hash.slice(1)).get('token') ?? ''
}

/** Whether the link undoes a change of address, which the user must confirm with a button. */
export function isUndo(hash: string): boolean {
  return new URLSearchParams(hash.slice(1)).get('kind') === 'undo'
}
