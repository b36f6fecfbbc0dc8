/** What a draft belongs to. Two tabs write a draft each, so `tab` is new for each open form. */
export interface DraftKey {
  /** The id of the user, or `visitor`. */
  user: string
  /** The place where it is typed, such as `comment`. */
  kind: string
  /** The id of what it is about. */
  subject: string
  tab: string
}

/** The stored item on which a draft was begun. */
export interface Base {
  updatedAt: string
  fields: Readonly<Record<string, string>>
}

/** Where a draft goes on, for a list of drafts. */
export interface DraftPlace {
  /** What it is about, such as the title of a playlist. */
  title: string
  address: string
}

/** What a user typed and has not saved yet. */
export interface Draft extends DraftKey {
  /** Left out for what is new. */
  base?: Base | undefined
  place?: DraftPlace | undefined
  fields: Readonly<Record<string, string>>
  pictures: Readonly<Record<string, File>>
  /** When it was typed, in milliseconds since 1970. */
  at: number
}

export const isSameDraft = (one: DraftKey, other: DraftKey): boolean =>
  one.user === other.user && one.kind === other.kind && one.subject === other.subject && one.tab === other.tab
