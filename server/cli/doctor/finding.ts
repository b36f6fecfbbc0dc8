export interface Finding {
  /** `problem` makes the command fail; a `note` is worth knowing. */
  level: 'ok' | 'note' | 'problem'
  says: string
  advice?: string
  /** A safe repair for `--repair`; reports its progress and returns a sentence about the result. */
  repair?: (progress: (line: string) => void) => Promise<string>
}

export const RESTORE = 'Bring back a backup: npm run restore -- <file> --force'
export const DELETE_PICTURES = 'npm run doctor -- --repair --delete-pictures (stop the site first)'
export const REPAIR = 'npm run doctor -- --repair (stop the site first)'

export function ok(says: string): Finding {
  return { level: 'ok', says }
}

export function note(says: string, advice?: string): Finding {
  return { level: 'note', says, ...(advice !== undefined && { advice }) }
}

export function problem(says: string, advice: string): Finding {
  return { level: 'problem', says, advice }
}
