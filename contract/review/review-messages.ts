/** The texts of submission and review that the server and the screens share. */
export const REVISION_CHANGED = 'The teacher has changed this since you opened it. Review the new version.'
const DECIDED_WORDS = { approved: 'approved', changes: 'changes requested', rejected: 'rejected' } as const

interface Decided {
  state: keyof typeof DECIDED_WORDS
  /** `You`, or the name of the admin; `undefined` when the account is deleted. */
  admin: string | undefined
  /** Of a video that is decided together with its playlist. */
  title?: string | undefined
}

/** `Iris has already decided this: changes requested.` */
export function alreadyDecided({ state, admin, title }: Decided): string {
  const what = title === undefined ? 'this' : `“${title}”`
  if (admin === undefined) return `Another admin has already decided ${what}: ${DECIDED_WORDS[state]}.`
  return `${admin} ${admin === 'You' ? 'have' : 'has'} already decided ${what}: ${DECIDED_WORDS[state]}.`
}

/** `“Closures” could not be approved: The video is still being prepared.` */
export const notApproved = (title: string, why: string) => `“${title}” could not be approved: ${why}`

/** The messages of versions that went back without a decision of their own. */
export const RETURNED = 'Returned with the playlist.'
export const FILE_FAILED = 'The file could not be prepared.'

/** A note is a conversation until the round after it is decided. */
export const CONVERSATION_OVER = 'This conversation has ended. Write in the newest round.'

export const REASON_REQUIRED = 'Choose a reason or write a message.'
export const NOTHING_TO_SUBMIT = 'Everything is submitted already.'
export const NOTHING_TO_WITHDRAW = 'This is not in review.'
export const NOTES_OPEN = 'Answer every note or mark it as done.'
export const CHECKLIST_FAILED = 'Finish the checklist before you submit.'

export const TITLE_CHECK_MIN = 10
export const DESCRIPTION_CHECK_MIN = 100
export const TITLE_SHORT = `The title needs at least ${TITLE_CHECK_MIN} characters.`
export const DESCRIPTION_SHORT = `The description needs at least ${DESCRIPTION_CHECK_MIN} characters.`
export const PICTURE_MISSING = 'Upload a picture for the playlist.'
export const VIDEOS_MISSING = 'Add at least one video.'
/** `The video 'Closures' does not play.` */
export const videoFails = (title: string) => `The video '${title}' does not play.`

/** `2 files could not be prepared: “Closures”, “Modules”. Replace or delete them.` */
export function filesFailed(titles: readonly string[]): string {
  const names = titles.map((title) => `“${title}”`).join(', ')
  return titles.length === 1
    ? `1 file could not be prepared: ${names}. Replace or delete it.`
    : `${titles.length} files could not be prepared: ${names}. Replace or delete them.`
}

/** `Anna is reviewing this.` */
export const reviewedBy = (admin: string) => `${admin} is reviewing this.`
/** The message of a decision that no admin made. */
export const TRUSTED = 'trusted'
