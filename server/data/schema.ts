import type { Generated } from 'kysely'
import type { Level } from '#contract/playlists.ts'
import type { ApprovalStatus } from '#contract/status.ts'
import type { Role } from '#contract/user-fields.ts'

/** Columns that the database fills in when an insert leaves them out. */
type WithDefaults<Row, Filled extends keyof Row> = {
  [Column in keyof Row]: Column extends Filled ? Generated<Row[Column]> : Row[Column]
}

/**
 * The tables as types; `schema.test.ts` keeps them equal to the migrations. Ids and times are made by the program,
 * times are ISO texts, booleans are 0 and 1: two dialects, one truth.
 */
export interface Schema {
  users: WithDefaults<
    UserRow,
    | 'is_admin'
    | 'approved_playlists_count'
    | 'approved_courses_count'
    | 'saves_count'
    | 'history_paused'
    | 'player'
  >
  sessions: SessionRow
  reset_codes: ResetCodeRow
  known_networks: KnownNetworkRow
  images: ImageRow
  categories: CategoryRow
  playlists: WithDefaults<
    PlaylistRow,
    | 'status'
    | 'courses_count'
    | 'approved_courses_count'
    | 'saves_count'
    | 'outline_version'
    | 'unavailable_count'
    | 'language'
    | 'level'
    | 'promise'
  >
  sections: SectionRow
  courses: WithDefaults<
    CourseRow,
    | 'status'
    | 'likes_count'
    | 'comments_count'
    | 'source'
    | 'source_key'
    | 'duration_s'
    | 'chapters'
    | 'section_id'
    | 'position'
    | 'unavailable_since'
  >
  comments: WithDefaults<
    CommentRow,
    'at_s' | 'parent_id' | 'is_question' | 'answered_by' | 'pinned_at' | 'removed_at'
  >
  likes: LikeRow
  saves: SaveRow
  progress: ProgressRow
  playlist_progress: WithDefaults<PlaylistProgressRow, 'done_count'>
  progress_credits: ProgressCreditRow
  notes: NoteRow
  audit: AuditRow
  jobs: WithDefaults<JobRow, 'attempts' | 'state'>
  video_details: VideoDetailsRow
  video_checks: VideoCheckRow
  search_documents: WithDefaults<SearchDocumentRow, 'seq'>
  search_words: SearchWordRow
  search_deletions: SearchDeletionRow
  totals: TotalRow
  search_names: SearchNameRow
  search_name_deletions: SearchNameDeletionRow
}

export interface UserRow {
  id: string
  username: string
  /** Folded for sorting. */
  username_key: string
  email: string
  /** Lower-case: one person per address. */
  email_key: string
  password_hash: string
  role: Role
  profession: string | null
  photo: string
  is_admin: number
  approved_playlists_count: number
  approved_courses_count: number
  saves_count: number
  created_at: string
  updated_at: string
  history_paused: number
  /** JSON of the player's settings (contract/player.ts); null until one is changed. */
  player: string | null
  /** The name key by which the search finds a teacher; nobody else is found. A former program leaves it as it was. */
  searched_as: string | null
}

export interface SessionRow {
  id: string
  /** SHA-256 of the token, hex. */
  token_hash: string
  user_id: string
  network: string
  agent: string
  created_at: string
  last_used_at: string
  expires_at: string
}

export interface ResetCodeRow {
  user_id: string
  code_hash: string
  expires_at: string
}

/** Where a person logged in from lately: these may still try when an account is under attack. */
export interface KnownNetworkRow {
  user_id: string
  network: string
  last_login_at: string
}

export interface ImageRow {
  /** Hash of the content; files are `<name>-<width>.webp`. */
  name: string
  owner_id: string | null
  width: number
  height: number
  /** JSON array of the widths stored, ascending. */
  widths: string
  bytes: number
  placeholder: string
  created_at: string
}

export interface CategoryRow {
  id: string
  title: string
  title_key: string
  created_at: string
}

export interface PlaylistRow {
  id: string
  teacher_id: string
  category_id: string
  title: string
  title_key: string
  description: string
  image: string
  status: ApprovalStatus
  courses_count: number
  approved_courses_count: number
  /** Of the approved courses, those whose video cannot be played. */
  unavailable_count: number
  saves_count: number
  created_at: string
  updated_at: string
  /** Raised when courses or sections are added, deleted, moved or renamed. */
  outline_version: number
  /** A language tag, such as `en`. */
  language: string | null
  level: Level | null
  promise: string | null
}

/** A section of a playlist. */
export interface SectionRow {
  id: string
  playlist_id: string
  title: string
  position: number
}

export interface CourseRow {
  id: string
  playlist_id: string
  title: string
  title_key: string
  /** The YouTube id; empty for a video of another source. */
  video_id: string
  source: 'youtube' | 'vimeo'
  /** `id` or `id/hash` of a Vimeo video; null for YouTube. */
  source_key: string | null
  duration_s: number | null
  /** JSON array of chapters (contract/video.ts). */
  chapters: string | null
  description: string
  image: string
  status: ApprovalStatus
  /** Since when its video cannot be played, as the checks found. */
  unavailable_since: string | null
  likes_count: number
  comments_count: number
  created_at: string
  updated_at: string
  section_id: string | null
  /** Orders the courses of a playlist, across its sections. */
  position: number
}

export interface CommentRow {
  id: string
  course_id: string
  user_id: string
  text: string
  /** The second of the video that the comment is about. */
  at_s: number | null
  /** The comment that this one replies to; a reply has no replies. */
  parent_id: string | null
  is_question: number
  answered_by: string | null
  pinned_at: string | null
  /** Set when a comment with replies is removed; its text is never sent again. */
  removed_at: string | null
  created_at: string
  updated_at: string
}

/** One user's progress in one course. */
export interface ProgressRow {
  user_id: string
  course_id: string
  /** Source and key of the video that the bits belong to. */
  video_key: string
  at_s: number
  /** What the user's player reported; 0 while unknown. */
  duration_s: number
  /** One bit per second, lowest bit first. */
  seconds: Buffer
  watched_s: number
  updated_at: string
  done_at: string | null
  done_by: 'watched' | 'hand' | null
  /** The `watched_s` from which the automatic mark works again after the user took it back. */
  auto_done_from_s: number | null
}

/** A summary of a user's progress in one playlist; every write of `progress` recounts it. */
export interface PlaylistProgressRow {
  user_id: string
  playlist_id: string
  last_course_id: string | null
  done_count: number
  rate: number | null
  updated_at: string
  hidden_at: string | null
}

/** How many new seconds a user may still gain at `updated_at`. */
export interface ProgressCreditRow {
  user_id: string
  /** By the next save. */
  credit_s: number
  /** By everything until then, saves and merges. */
  unspent_s: number
  updated_at: string
}

export interface NoteRow {
  id: string
  user_id: string
  course_id: string
  at_s: number
  text: string
  created_at: string
  updated_at: string
}

/** `id` orders likes by age. */
export interface LikeRow {
  id: string
  course_id: string
  user_id: string
}

/** `id` orders saves by age. */
export interface SaveRow {
  id: string
  user_id: string
  playlist_id: string
}

export interface AuditRow {
  id: string
  at: string
  actor_id: string | null
  network: string
  action: string
  subject: string | null
  detail: string
  request_id: string
}

/** The words of a public playlist, field by field, a space around each; `seq` orders by when it became public. */
export interface SearchDocumentRow {
  seq: number
  playlist_id: string
  category_id: string
  title: string
  teacher: string
  courses: string
  description: string
}

/** How many public playlists hold the word; those that none holds are not kept. */
export interface SearchWordRow {
  word: string
  documents: number
}

/** A word with one of its letters left out. */
export interface SearchDeletionRow {
  deletion: string
  word: string
}

/** A part of how many there are: `slot` is whose connection counted it, the sum over all slots is the number. */
export interface TotalRow {
  kind: 'playlists' | 'courses' | 'people' | 'comments'
  /** Empty for what has none. */
  category_id: string
  /** Of people it is their role, of comments `approved` where everybody sees the course, else `hidden`. */
  status: string
  slot: number
  amount: number
}

/** A beginning of a word of a teacher's name, or the word and a space behind; in the order of the list of teachers. */
export interface SearchNameRow {
  beginning: string
  username_key: string
  user_id: string
}

/** A word of a teacher's name, as it is and with one of its letters left out. */
export interface SearchNameDeletionRow {
  deletion: string
  word: string
  user_id: string
}

/** Work for later. A finished job has no row. */
export interface JobRow {
  id: string
  kind: string
  /** JSON. */
  payload: string
  run_at: string
  /** How often it was taken. */
  attempts: number
  leased_until: string | null
  /** The process that runs it. */
  leased_by: string | null
  state: 'ready' | 'running' | 'dead'
  last_error: string | null
  dedupe_key: string | null
}

/** What its site said about a video. */
export type VideoFinding = 'plays' | 'not-embeddable' | 'gone'

/** Details of a pasted video, for a day. */
export interface VideoDetailsRow {
  source: 'youtube' | 'vimeo'
  /** `id`, or `id/hash` of an unlisted Vimeo video. */
  source_key: string
  finding: VideoFinding
  title: string | null
  image: string | null
  duration_s: number | null
  found_at: string
}

export interface VideoCheckRow {
  source: 'youtube' | 'vimeo'
  source_key: string
  /** A first bad finding only makes it suspected. */
  state: 'ok' | 'suspected' | 'unavailable'
  finding: VideoFinding
  /** The time of the first finding of this state; of the first bad one for unavailable. */
  since: string
  checked_at: string
}
