import type { Session } from '#web/core/session-store.ts'

interface Choice {
  userId: string | undefined
  playlistId: string
}

/** Of the user of a session, until the page is reloaded. */
const choices = new WeakMap<Session, Choice>()

/** The playlist that the current user last added a course to, or ''. */
export function lastPlaylist(session: Session): string {
  const choice = choices.get(session)
  return choice && choice.userId === session.current()?._id ? choice.playlistId : ''
}

export function rememberPlaylist(session: Session, playlistId: string): void {
  choices.set(session, { userId: session.current()?._id, playlistId })
}
